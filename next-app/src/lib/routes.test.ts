import { expect, test } from "vitest";
import app from "../../../api/src/door/app.json";
import { isPage, isSecretPage, routes } from "./routes";

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

test("the canonical page of a product with the week calendar is its week page", () => {
  expect(routes.product({ id: "tour", weekCalendar: true })).toBe("/product/single/dynamic/tour");
  expect(routes.product({ id: "tour", weekCalendar: false })).toBe("/product/single/tour");
});

test("the address of a tag page of passes contains one or two tags", () => {
  expect(isPage(routes.passTag(["a", "b"]))).toBe(true);
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

test("an address that contains a secret is recognised", () => {
  expect(isSecretPage("/order-lookup/anonymous/7/abcdef")).toBe(true);
  expect(isSecretPage("/ticket/sent/7/abcdef")).toBe(true);
  expect(isSecretPage("/verify-email")).toBe(true);
  expect(isSecretPage("/order-lookup/my/7")).toBe(false);
  expect(isSecretPage("/cart")).toBe(false);
});

test("every page of the app is a known page, and its address contains a secret if the page says so", () => {
  for (const { path, kind } of app.pages.filter((page) => !/\.(txt|xml)$/.test(page.path))) {
    const example = path.replace(/\/\[\[\.\.\.\w+\]\]$/, "").replace(/\[[^\]]+\]/g, "7");
    expect(isPage(example), path).toBe(true);
    // The page of a due payment is a card page, whose secret follows the `#`.
    const isSecret = kind === "secret" || path.startsWith("/installment-billing/payment");
    expect(isSecretPage(example), path).toBe(isSecret);
  }
});
