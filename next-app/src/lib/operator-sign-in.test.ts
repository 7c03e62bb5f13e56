import { expect, test } from "vitest";
import { operatorSignInPage } from "./operator-sign-in";

const publicUrl = "https://shop.example.org";
const at = (path: string) => new URL(path, publicUrl);

test("sign-in and sign-out redirect to the operator's pages with the return address", () => {
  const settings = {
    publicUrl,
    smartLoginUrl: "https://id.example.org/start?client=shop",
    logoutUrl: "https://id.example.org/end",
  };
  const smart = operatorSignInPage(at("/authenticate/smart-login?ReturnUrl=%2Fcart%3Fa%3D1"), settings);
  expect(smart?.href).toBe(
    "https://id.example.org/start?client=shop&ReturnUrl=https%3A%2F%2Fshop.example.org%2Fcart%3Fa%3D1",
  );
  expect(operatorSignInPage(at("/logout"), settings)?.href).toBe(
    "https://id.example.org/end?ReturnUrl=https%3A%2F%2Fshop.example.org%2F",
  );
});

test("a return address on another site is replaced by the home page", () => {
  const settings = { publicUrl, loginUrl: "https://id.example.org/" };
  const url = operatorSignInPage(at("/login?ReturnUrl=https%3A%2F%2Fevil.example"), settings);
  expect(url?.searchParams.get("ReturnUrl")).toBe("https://shop.example.org/");
});

test("paths other than sign-in and sign-out, and paths without a configured operator page, stay in the shop", () => {
  expect(operatorSignInPage(at("/login"), { publicUrl })).toBeNull();
  expect(operatorSignInPage(at("/cart"), { publicUrl, loginUrl: "https://id.example.org/" })).toBeNull();
});
