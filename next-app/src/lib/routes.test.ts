import { expect, test } from "vitest";
import {
  accountPageOf,
  aliases,
  bundleOfPath,
  isPage,
  isPrivatePage,
  isSecretPage,
  isWeekPage,
  productOfPath,
  routes,
  tagsOfPath,
} from "./routes";

test("every listed route is a known page", () => {
  for (const path of [
    routes.home(),
    routes.passLink(),
    routes.passDemographics(),
    routes.passProducts(),
    routes.cart(),
    routes.donate(),
    routes.checkout(),
    routes.terms(),
    routes.confirmation(),
    routes.smartLogin("/"),
    routes.login("/"),
    routes.register("/"),
    routes.logout("/"),
    routes.sessionTimeout("/"),
  ]) {
    expect(isPage(path)).toBe(true);
  }
  for (const path of [
    routes.singleProduct("day-ticket"),
    routes.advanceProduct("day-ticket"),
    routes.dynamicProduct("day-ticket"),
    routes.passProduct("season"),
    routes.builder("day-out"),
    routes.tag("winter"),
    routes.verifiedTag("students"),
    routes.passTag(["season"]),
    routes.passTag(["season", "all"]),
    routes.verifiedPassTag(["students"]),
    routes.passAddOns(),
    routes.nonPassAddOns(),
    routes.promotion(),
    routes.promotion("TEN 10/2"),
    routes.myOrder("7"),
    routes.accountTicket("7"),
    routes.orderTickets("7"),
    routes.reservationSite(),
    routes.reservationBegin(),
    routes.reservationLink(),
    routes.reservationDate(),
    routes.reservationAddOns(),
    routes.reservationReview(),
    routes.myReservations(),
    routes.myReservation("7"),
    "/order-lookup/my",
  ]) {
    expect(isPage(path)).toBe(true);
  }
});

test("a path without a page is unknown", () => {
  expect(isPage("/nope")).toBe(false);
  expect(isPage("/product/single")).toBe(false);
  expect(isPage("/product/single/a/b")).toBe(false);
  expect(isPage("/product/multi/add-on")).toBe(false);
  expect(isPage("/product/multi/tag")).toBe(false);
  expect(isPage("/pass")).toBe(false);
  expect(isPage("/order-lookup/my/7/8")).toBe(false);
  expect(isPage("/ticket/account")).toBe(false);
  expect(isPage("/reservation")).toBe(false);
  expect(isPage("/reservation/my/7/8")).toBe(false);
});

test("the product or bundle id in a path is decoded, and an id with a malformed escape sequence is empty", () => {
  expect(productOfPath("/product/single/day%20ticket")).toBe("day ticket");
  expect(productOfPath("/product/single/%E0%A4%A")).toBe("");
  expect(productOfPath("/cart")).toBeNull();
  expect(productOfPath(routes.advanceProduct("late show"))).toBe("late show");
  expect(productOfPath("/product/single/advance")).toBe("advance");
  expect(productOfPath(routes.dynamicProduct("late show"))).toBe("late show");
  expect(bundleOfPath("/builder/day-out")).toBe("day-out");
  expect(bundleOfPath("/builder/%E0%A4%A")).toBe("");
  expect(bundleOfPath("/product/single/day-out")).toBeNull();
});

test("the canonical page of a product with the week calendar is its week page", () => {
  expect(routes.product({ id: "tour", weekCalendar: true })).toBe("/product/single/dynamic/tour");
  expect(routes.product({ id: "tour", weekCalendar: false })).toBe("/product/single/tour");
  expect(isWeekPage(routes.dynamicProduct("tour"))).toBe(true);
  expect(isWeekPage(routes.singleProduct("dynamic"))).toBe(false);
});

test("the tags in a path are recognised, and so is a page for verified visitors", () => {
  const [everybodys, verified] = [
    { verified: false, passes: false },
    { verified: true, passes: false },
  ];
  expect(tagsOfPath(routes.tag("winter weekends"))).toEqual({ tags: ["winter weekends"], ...everybodys });
  expect(tagsOfPath(routes.verifiedTag("students"))).toEqual({ tags: ["students"], ...verified });
  expect(tagsOfPath("/product/multi/tag/%E0%A4%A")).toEqual({ tags: [""], ...everybodys });
  expect(tagsOfPath(routes.promotion("TEN"))).toBeNull();
  expect(tagsOfPath("/product/multi/tag/a/b")).toBeNull();
});

test("the address of a tag page of passes contains one or two tags", () => {
  expect(tagsOfPath(routes.passTag(["season", "all passes"]))).toEqual({
    tags: ["season", "all passes"],
    verified: false,
    passes: true,
  });
  expect(tagsOfPath(routes.verifiedPassTag(["students"]))).toEqual({
    tags: ["students"],
    verified: true,
    passes: true,
  });
  expect(tagsOfPath("/product/multi/pass/tag/a/b/c")).toBeNull();
  expect(isPage("/product/multi/pass/tag/a/b/c")).toBe(false);
  expect(routes.withAllPasses(routes.passTag(["a", "b"]))).toBe("/product/multi/pass/tag/a/b?passes=all");
});

test("the address of a reservation step can contain a redirect code, or a parameter that leads back to the review", () => {
  expect(routes.reservationBegin(2)).toBe("/reservation/begin?error=2");
  expect(routes.reservationDate(6)).toBe("/reservation/date?error=6");
  expect(routes.edited(routes.reservationLink())).toBe("/reservation/link?then=review");
});

test("the route of a tag page depends on whether it is for verified visitors and whether it sells passes", () => {
  const page = { tag: "year", isVerified: false, sellsPasses: false };
  expect(routes.tagPage(page)).toBe("/product/multi/tag/year");
  expect(routes.tagPage({ ...page, isVerified: true })).toBe("/product/multi/verified/tag/year");
  expect(routes.tagPage({ ...page, sellsPasses: true })).toBe("/product/multi/pass/tag/year");
  expect(routes.tagPage({ ...page, sellsPasses: true, secondaryTag: "all" })).toBe(
    "/product/multi/pass/tag/year/all",
  );
  expect(routes.tagPage({ ...page, sellsPasses: true, isVerified: true })).toBe(
    "/product/multi/verified/pass/tag/year",
  );
});

test("pages of an account's orders and tickets are recognised by path", () => {
  expect(accountPageOf(routes.myOrder("a/b"))).toEqual({ kind: "order", id: "a/b" });
  expect(accountPageOf(routes.accountTicket("7"))).toEqual({ kind: "ticket", id: "7" });
  expect(accountPageOf(routes.orderTickets("7"))).toEqual({ kind: "order-tickets", id: "7" });
  expect(accountPageOf("/order-lookup/my/%E0%A4%A")).toEqual({ kind: "order", id: "" });
  expect(accountPageOf("/order-lookup/my")).toBeNull();
  expect(accountPageOf("/order-lookup/anonymous/7/abcdef")).toBeNull();
});

test("ids are encoded and cannot change the rest of a path", () => {
  expect(routes.singleProduct("../cart")).toBe("/product/single/..%2Fcart");
});

test("a return path is encoded as one query value, and the home page is not added as a return path", () => {
  expect(routes.login("/")).toBe("/login");
  expect(routes.smartLogin("/cart?reroute=true")).toBe(
    "/authenticate/smart-login?ReturnUrl=%2Fcart%3Freroute%3Dtrue",
  );
  expect(routes.logout(routes.sessionTimeout("/a&b"))).toBe(
    "/logout?ReturnUrl=%2Fsession-timeout%3FreturnUrl%3D%252Fa%2526b",
  );
});

test("pages with one visitor's data are private", () => {
  expect(isPrivatePage("/cart")).toBe(true);
  expect(isPrivatePage("/checkout/terms")).toBe(true);
  for (const path of [
    "/authenticate/smart-login",
    "/authenticate/register",
    "/login",
    "/logout",
    "/session-timeout",
    "/verify-email",
  ]) {
    expect(isPrivatePage(path)).toBe(true);
  }
  for (const path of [routes.myOrder("7"), routes.accountTicket("7"), routes.orderTickets("7")]) {
    expect(isPrivatePage(path)).toBe(true);
  }
  expect(isPrivatePage(routes.installmentBilling())).toBe(true);
  for (const path of [routes.reservationBegin(), routes.myReservations(), routes.myReservation("7")]) {
    expect(isPrivatePage(path)).toBe(true);
  }
  expect(isPrivatePage(routes.nonPassAddOns())).toBe(true);
  expect(isPrivatePage(routes.verifiedTag("students"))).toBe(true);
  expect(isPrivatePage(routes.verifiedPassTag(["students"]))).toBe(true);
  expect(isPrivatePage(routes.passTag(["season"]))).toBe(false);
  expect(isPrivatePage(routes.tag("winter"))).toBe(false);
  expect(isPrivatePage("/cartography")).toBe(false);
  expect(isPrivatePage("/product/single/day-ticket")).toBe(false);
});

test("an address that contains a secret is recognised", () => {
  expect(isSecretPage("/order-lookup/anonymous/7/abcdef")).toBe(true);
  expect(isSecretPage("/verify-email")).toBe(true);
  expect(isSecretPage("/order-lookup/my/7")).toBe(false);
  expect(isSecretPage("/cart")).toBe(false);
});

test("an alias of a reservation step is not a page, but its target is", () => {
  for (const [alias, path] of Object.entries(aliases)) {
    expect(isPage(alias), alias).toBe(false);
    expect(isPage(path), path).toBe(true);
  }
});
