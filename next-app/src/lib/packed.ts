declare const of: unique symbol;

/**
 * Data for a client component as JSON text. React visits each value inside a property when it writes the page and again
 * when it reads it, on the server and in the browser. For a text it does so once, which makes pages with much data
 * cheaper.
 */
export type Packed<T> = string & { readonly [of]?: T };

export function pack<T>(data: T): Packed<T> {
  return JSON.stringify(data);
}

export function unpack<T>(packed: Packed<T>): T {
  return JSON.parse(packed);
}
