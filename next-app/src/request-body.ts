/**
 * The API's body limits: a picture of 8 MB plus its form for the upload call, and a small limit for all other calls.
 */
const maxUploadBytes = 8 * 1024 * 1024 + 16 * 1024;
const maxBodyBytes = 64 * 1024;
const upload = /^\/api\/cart\/pass\/[^/]+\/image$/;

/** How long a body may take: enough for the largest one over a slow connection. */
const timeoutMs = 60_000;

type Body =
  | { ok: true; bytes: Uint8Array<ArrayBuffer> | undefined }
  | { ok: false; status: 408 | 413; message: string };

/**
 * Reads the whole body of an API call within limits of size and time, so that a client can neither make the app hold
 * more than the API accepts nor keep it waiting forever.
 */
export async function readBody(request: Request, timeout = timeoutMs): Promise<Body> {
  if (request.method === "GET" || request.method === "HEAD" || request.body === null) {
    return { ok: true, bytes: undefined };
  }
  const most = upload.test(new URL(request.url).pathname) ? maxUploadBytes : maxBodyBytes;
  const reader = request.body.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void reader.cancel();
  }, timeout);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (isLate) return { ok: false, status: 408, message: "The request took too long." };
      if (done) return { ok: true, bytes: joined(parts, size) };
      size += value.byteLength;
      if (size > most) {
        void reader.cancel();
        return { ok: false, status: 413, message: "The request is too large." };
      }
      parts.push(value);
    }
  } finally {
    clearTimeout(timer);
  }
}

function joined(parts: Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
