import { expect, test } from "vitest";
import { unbroken } from "@/lib/dates";
import { placeTexts } from "@/text/areas/place";
import { createTranslate } from "@/text/texts";
import { inSeatOrder, occasions, occasionText, placesOf, sharedVisits } from "./occasion";
import { aVisit } from "./sample";

const matinee = aVisit();

test("a visit is described in words, without the product's name", () => {
  expect(occasions("Deep Time", [matinee])).toEqual([
    {
      key: "1 fossils.20261205.1400",
      show: null,
      day: unbroken("Saturday, December 5, 2026"),
      time: unbroken("2:00\u00a0PM"),
      place: null,
    },
  ]);
});

test("a visit's text includes its label, its place, and its show if the name differs from the product's", () => {
  const seated = { ...matinee, timeLabel: "Matinee", showCategoryName: "Stalls", seatDescription: "C 12" };
  expect(occasionText("Museum Ticket", [seated])).toBe(
    "Deep Time, Saturday, December\u00a05,\u00a02026, 2:00\u00a0PM, Matinee, Stalls, C\u00a012",
  );
});

test("several visits are listed in the order of their selections", () => {
  const later = { ...matinee, selectionIndex: 2, performanceTime: "16:30" };
  expect(occasions("Deep Time", [later, matinee]).map((visit) => visit.time)).toEqual([
    "2:00\u00a0PM",
    "4:30\u00a0PM",
  ]);
});

test("the text of an all-day visit contains the day but no time", () => {
  expect(occasionText("Park Day", [{ ...matinee, showName: "Park Day", validAllDay: true }])).toBe(
    "Saturday, December\u00a05,\u00a02026",
  );
});

test("seats are shown with their lines and not with the shared visit", () => {
  const t = createTranslate({}, placeTexts);
  const line = (seat: string) => ({
    performances: [{ ...matinee, showCategoryName: "Stalls", seatDescription: `B ${seat}` }],
    seats: [{ seatCategoryName: "Stalls", row: "B", seat }],
  });
  const lines = [line("7"), line("8")];
  expect(occasions("Deep Time", sharedVisits(lines))[0]?.place).toBeNull();
  expect(lines.flatMap((each) => placesOf(t, each, lines))).toEqual([
    "Stalls, row\u00a0B, seat\u00a07",
    "Stalls, row\u00a0B, seat\u00a08",
  ]);
});

test("a seat does not repeat its section if the ticket has the same name, and says what is special about it", () => {
  const t = createTranslate({}, placeTexts);
  const line = { performances: [matinee], seats: [{ seatCategoryName: "Parterre", row: "C", seat: "7" }] };
  expect(placesOf(t, line, [line], "Parterre")).toEqual(["Row\u00a0C, seat\u00a07"]);
  const space = { ...line, seats: line.seats.map((seat) => ({ ...seat, kind: "wheelchair" as const })) };
  expect(placesOf(t, space, [space], "Parterre")).toEqual(["Row\u00a0C, seat\u00a07, wheelchair space"]);
  const behind = {
    ...line,
    seats: line.seats.map((seat) => ({
      ...seat,
      features: ["stepFree" as const, "restrictedView" as const],
    })),
  };
  expect(placesOf(t, behind, [behind], "Parterre")).toEqual([
    "Row\u00a0C, seat\u00a07, step-free, restricted view",
  ]);
  expect(placesOf(t, line, [line], "Under 26")).toEqual(["Parterre, row\u00a0C, seat\u00a07"]);
  const section = { performances: [{ ...matinee, showCategoryName: "Circle" }], seats: [] };
  const other = { performances: [{ ...matinee, showCategoryName: "Balcony" }], seats: [] };
  expect(placesOf(t, section, [section, other], "Circle")).toEqual([]);
});

test("the seats of a row are listed by number, and all other lines stay in their order", () => {
  const line = (id: string, row?: string, performanceId = matinee.performanceId) => ({
    id,
    performances: [{ ...matinee, performanceId }],
    seats: row ? [{ seatCategoryName: "Stalls", row, seat: id }] : [],
  });
  const lines = [line("12", "C"), line("book"), line("6", "B"), line("5", "C"), line("A2", "C", "evening")];
  const listed = inSeatOrder([...lines, line("A1", "C", "evening"), line("map")]).map(({ id }) => id);
  expect(listed).toEqual(["5", "12", "book", "6", "A1", "A2", "map"]);
});

test("a section is shown with the visit if all lines share it, or else with each line", () => {
  const t = createTranslate({}, placeTexts);
  const line = (showCategoryName: string) => ({
    performances: [{ ...matinee, showCategoryName }],
    seats: [],
  });
  const shared = [line("Circle"), line("Circle")];
  expect(occasions("Deep Time", sharedVisits(shared))[0]?.place).toBe("Circle");
  expect(placesOf(t, line("Circle"), shared)).toEqual([]);
  const apart = [line("Circle"), line("Balcony")];
  expect(occasions("Deep Time", sharedVisits(apart))[0]?.place).toBeNull();
  expect(placesOf(t, line("Circle"), apart)).toEqual(["Circle"]);
});

test("places at two shows are named with their shows, unless all lines share them", () => {
  const t = createTranslate({}, placeTexts);
  const line = (seat: string) => ({
    performances: [
      { ...matinee, showName: "Matinee", showCategoryName: "Circle" },
      {
        ...matinee,
        selectionIndex: 2,
        showName: "Gala",
        showCategoryName: "Stalls",
        seatDescription: `B ${seat}`,
      },
    ],
    seats: [{ seatCategoryName: "Stalls", row: "B", seat }],
  });
  expect(placesOf(t, line("7"), [line("7"), line("8")])).toEqual([
    "Matinee: Circle",
    "Gala: Stalls, row\u00a0B, seat\u00a07",
  ]);
  const unseated = {
    ...line("7"),
    performances: line("7").performances.map(({ showName, ...one }) => ({
      ...one,
      showName,
      seatDescription: undefined,
    })),
    seats: [],
  };
  expect(placesOf(t, unseated, [unseated, unseated])).toEqual([]);
});
