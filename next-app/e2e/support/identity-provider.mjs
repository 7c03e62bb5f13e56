/**
 * A real OpenID provider for tests, in a separate process: `oidc-provider` with its built-in pages for sign-in and
 * consent. It accepts any login with any password; the login is the person's e-mail address. A login that starts with
 * `unproven` has an unverified address. Each start creates new keys.
 * node identity-provider.mjs PORT REDIRECT_URI   (port 0 takes a free one; prints its issuer when it listens)
 */
import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import Provider from "oidc-provider";

const [port, redirectUri] = process.argv.slice(2);

const key = () => generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" });

const configuration = {
  clients: [{ client_id: "midway", client_secret: "a secret for tests alone", redirect_uris: [redirectUri] }],
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["given_name", "family_name"] },
  cookies: { keys: ["for tests alone"] },
  jwks: { keys: [{ ...key(), use: "sig", alg: "RS256" }] },
  pkce: { required: () => true },
  findAccount: (_, login) => ({
    accountId: login,
    claims: () => ({
      sub: login,
      email: login,
      email_verified: !login.startsWith("unproven"),
      given_name: "Grace",
      family_name: "Hopper",
    }),
  }),
};

const server = createServer();
server.listen(Number(port), "127.0.0.1", () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  server.on("request", new Provider(issuer, configuration).callback());
  process.stdout.write(`${issuer}\n`);
});
