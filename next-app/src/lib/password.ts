/** The password rules, one by one. The API runs the same cases (`api/vectors/password.json`). */
export const demands = ["length", "lowercase", "uppercase", "digit", "symbol"] as const;

export type Demand = (typeof demands)[number];

const shortest = 8;
const longest = 128;

export function isMet(demand: Demand, password: string): boolean {
  switch (demand) {
    case "length": {
      // Counts code points: a character outside the BMP is one, not two UTF-16 units.
      const length = [...password].length;
      return length >= shortest && length <= longest;
    }
    case "lowercase":
      return /\p{Lowercase}/u.test(password);
    case "uppercase":
      return /\p{Uppercase}/u.test(password);
    case "digit":
      return /[0-9]/.test(password);
    case "symbol":
      return /[^\p{Alphabetic}\p{N}]/u.test(password);
  }
}

export function isPassword(password: string): boolean {
  return demands.every((demand) => isMet(demand, password));
}
