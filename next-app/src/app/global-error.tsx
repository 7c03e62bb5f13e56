"use client";
import { errorTexts } from "@/text/areas/error";

/** Shown when even the layout fails. It therefore uses no operator texts and no styles. */
export default function GlobalError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en-US">
      <body>
        <main>
          <h1>{errorTexts["error.title"]}</h1>
          <p>{errorTexts["error.body"]}</p>
          <button type="button" onClick={() => retry()}>
            {errorTexts["error.retry"]}
          </button>
        </main>
      </body>
    </html>
  );
}
