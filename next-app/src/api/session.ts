import type { Api } from "./call";

/** Asks who is there. Each time at another address, so that nothing on the way answers in place of the shop. */
export const readSession = (api: Api) => api.GET("/session", { params: { query: { ts: Date.now() } } });
