import type { Api } from "./call";

/** Reads the session. The URL differs each time, so that no cache between browser and shop responds. */
export const fetchSession = (api: Api) => api.GET("/session", { params: { query: { ts: Date.now() } } });
