import { expect, test } from "vitest";
import { listInWords } from "./list-in-words";

test("names are listed as in an American sentence", () => {
  const names = ["Adult", "Child", "Senior", "Student"];
  const format = new Intl.ListFormat("en-US");
  for (let count = 0; count <= names.length; count++) {
    const some = names.slice(0, count);
    expect(listInWords(new Set(some))).toBe(format.format(some));
  }
});
