import { expect, test } from "vitest";
import {
  bundleOfPath,
  isPage,
  isPrivatePage,
  isSecretPage,
  isWeekPage,
  productOfPath,
  routes,
  tagOfPath,
} from "./routes";

test("every static route is a known page", () => {
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
    routes.passAddOns(),
    routes.nonPassAddOns(),
    routes.promotion(),
    routes.promotion("TEN 10/2"),
  ]) {
    expect(isPage(path)).toBe(true);
  }
});

test("a path that no page answers is known as such", () => {
  expect(isPage("/nope")).toBe(false);
  expect(isPage("/product/single")).toBe(false);
  expect(isPage("/product/single/a/b")).toBe(false);
  expect(isPage("/product/multi/add-on")).toBe(false);
  expect(isPage("/product/multi/tag")).toBe(false);
  expect(isPage("/pass")).toBe(false);
});

test("the product or bundle of a path is decoded, and a broken escape is one that does not exist", () => {
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

test("a product that is sold by the week has its page of weeks as its own", () => {
  expect(routes.product({ id: "tour", weekCalendar: true })).toBe("/product/single/dynamic/tour");
  expect(routes.product({ id: "tour", weekCalendar: false })).toBe("/product/single/tour");
  expect(isWeekPage(routes.dynamicProduct("tour"))).toBe(true);
  expect(isWeekPage(routes.singleProduct("dynamic"))).toBe(false);
});

test("the tag of a path is known, and for whom its page is", () => {
  expect(tagOfPath(routes.tag("winter weekends"))).toEqual({ tag: "winter weekends", verified: false });
  expect(tagOfPath(routes.verifiedTag("students"))).toEqual({ tag: "students", verified: true });
  expect(tagOfPath("/product/multi/tag/%E0%A4%A")).toEqual({ tag: "", verified: false });
  expect(tagOfPath(routes.promotion("TEN"))).toBeNull();
});

test("ids cannot leave their place in a path", () => {
  expect(routes.singleProduct("../cart")).toBe("/product/single/..%2Fcart");
});

test("a way back travels as one value, and the start needs none", () => {
  expect(routes.login("/")).toBe("/login");
  expect(routes.smartLogin("/cart?reroute=true")).toBe(
    "/authenticate/smart-login?ReturnUrl=%2Fcart%3Freroute%3Dtrue",
  );
  expect(routes.logout(routes.sessionTimeout("/a&b"))).toBe(
    "/logout?ReturnUrl=%2Fsession-timeout%3FreturnUrl%3D%252Fa%2526b",
  );
});

test("what belongs to one visitor is private", () => {
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
  expect(isPrivatePage(routes.nonPassAddOns())).toBe(true);
  expect(isPrivatePage(routes.verifiedTag("students"))).toBe(true);
  expect(isPrivatePage(routes.tag("winter"))).toBe(false);
  expect(isPrivatePage("/cartography")).toBe(false);
  expect(isPrivatePage("/product/single/day-ticket")).toBe(false);
});

test("an address that is a key is known as one", () => {
  expect(isSecretPage("/order-lookup/anonymous/7/abcdef")).toBe(true);
  expect(isSecretPage("/verify-email")).toBe(true);
  expect(isSecretPage("/order-lookup/my/7")).toBe(false);
  expect(isSecretPage("/cart")).toBe(false);
});
