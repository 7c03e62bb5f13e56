"use client";

import { defaults } from "@/text/defaults";

/** When even the layout cannot be drawn: plain words, no texts or styles from anywhere. */
export default function GlobalError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en-US">
      <body>
        <h1>{defaults["error.title"]}</h1>
        <p>{defaults["error.body"]}</p>
        <button type="button" onClick={() => retry()}>
          {defaults["error.retry"]}
        </button>
      </body>
    </html>
  );
}
