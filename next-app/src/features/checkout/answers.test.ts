import { expect, test } from "vitest";
import type { CheckoutQuestion } from "@/api/types";
import { answerProblem, answersBody, askedQuestions, storedAnswers } from "./answers";
import { byName, withChoice } from "./question-choices";

const question = (changes: Partial<CheckoutQuestion>): CheckoutQuestion => ({
  key: "order_lunch",
  group: "About your order",
  label: "Lunch",
  kind: "text",
  required: true,
  choices: [],
  answer: "",
  missingMessage: "missing",
  invalidMessage: "invalid",
  ...changes,
});

test.each<[Partial<CheckoutQuestion>, string, string | null]>([
  [{}, " ", "missing"],
  [{ required: false }, "", null],
  [{ maxLength: 3 }, "four", "invalid"],
  [{ maxLength: 3 }, " two ", null],
  [{ kind: "number", min: 1, max: 9 }, "9", null],
  [{ kind: "number", min: 1, max: 9 }, "10", "invalid"],
  [{ kind: "number" }, "1.5", "invalid"],
  [{ kind: "date", earliest: "2026-01-01", latest: "2026-12-31" }, "2026-06-01", null],
  [{ kind: "date", earliest: "2026-01-01" }, "2025-12-31", "invalid"],
  [{ kind: "date", latest: "2026-12-31" }, "2027-01-01", "invalid"],
  [{ kind: "consent" }, "", "missing"],
  [{ kind: "consent" }, "yes", null],
])("the answer to %j that is %j has the problem %j", (changes, answer, problem) => {
  expect(answerProblem(question(changes), answer)).toBe(problem);
});

test("a question that depends on an answer is asked and sent only with that answer", () => {
  const meal = question({ key: "meal", kind: "several", choices: ["Fish", "Other"] });
  const other = question({ key: "other", onlyIf: { key: "meal", answer: "Other" } });
  const questions = [meal, other];
  expect(askedQuestions(questions, { meal: "Fish" })).toEqual([meal]);
  expect(askedQuestions(questions, { meal: "Fish\nOther" })).toEqual(questions);
  expect(answersBody(questions, { meal: "Fish", other: "Soup" })).toEqual([
    { key: "meal", answer: "Fish" },
    { key: "other", answer: "" },
  ]);
  expect(answersBody(questions, { other: "Soup" })).toEqual([{ key: "other", answer: "" }]);
  expect(answersBody([], {})).toBeUndefined();
});

test("several choices are kept in their order, and a second press removes one", () => {
  const meal = question({ kind: "several", choices: ["Fish", "Rice", "Soup"] });
  const both = withChoice(meal, withChoice(meal, "", "Soup"), "Fish");
  expect(both).toBe("Fish\nSoup");
  expect(withChoice(meal, both, "Soup")).toBe("Fish");
});

test("stored answers fill the form, and questions are grouped by what they are about", () => {
  const questions = [
    question({ key: "a", group: "Tour", answer: "x" }),
    question({ key: "b", group: "Tour" }),
    question({ key: "c" }),
  ];
  expect(storedAnswers(questions)).toEqual({ a: "x", b: "", c: "" });
  expect(byName(questions, ({ group }) => group).map(({ name, items }) => [name, items.length])).toEqual([
    ["Tour", 2],
    ["About your order", 1],
  ]);
});
