import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../support/node/free-port.ts";
import { type OidcServer, startOidcServer } from "../support/node/oidc-server.ts";
import { preparedFolder, type RunningService, startService } from "../support/node/service.ts";

const folder = preparedFolder();
let login: OidcServer;
let origin: string;
let service: RunningService;

beforeAll(async () => {
  origin = `http://127.0.0.1:${await freePort()}`;
  login = await startOidcServer();
  service = await startService(folder.path, login.settingsFor(origin));
});
afterAll(async () => {
  await service.stop();
  login.close();
  folder.remove();
});

const visit = async (url: string, cookie = "") =>
  await fetch(url, { redirect: "manual", headers: { Cookie: cookie, Accept: "text/html" } });
const locationOf = (response: Response) => response.headers.get("Location") ?? "";
const cookiesOf = (response: Response) =>
  response.headers.getSetCookie().map((line) => line.slice(0, line.indexOf(";")));

/** Logs in by the redirects alone, as a user whom the provider knows; returns the last response. */
async function logIn(): Promise<Response> {
  const begun = await visit(`${origin}/auth/login`);
  const atProvider = await visit(locationOf(begun));
  return await visit(locationOf(atProvider), cookiesOf(begun).join("; "));
}

it("a session outlives the service, and its key is that of the data folder", async () => {
  const [session = ""] = cookiesOf(await logIn());
  const me = async () => await visit(`${origin}/api/me`, session);
  expect(await (await me()).json()).toMatchObject({ name: "ann@unit.invalid", role: "analyst" });
  await service.stop();
  service = await startService(folder.path, login.settingsFor(origin));
  expect((await me()).status).toBe(200);
});

it("many users log in at the same moment, also the first ones", async () => {
  await service.stop();
  service = await startService(folder.path, login.settingsFor(origin));
  const logins = await Promise.all(Array.from({ length: 12 }, async () => await logIn()));
  expect(logins.map(({ status }) => status)).toEqual(logins.map(() => 302));
});

it("a provider on this machine is reached, and sends the service to no other private host", async () => {
  expect((await logIn()).status).toBe(302);
  await service.stop();
  service = await startService(folder.path, login.settingsFor(origin));
  const { discovery } = login.provider;
  const endpoint = String(discovery["token_endpoint"]);
  login.provider.discovery = {
    ...discovery,
    token_endpoint: endpoint.replace("127.0.0.1", "127.0.0.2"),
  };
  const asked = login.provider.asked.length;
  expect((await logIn()).status).toBe(503);
  expect(login.provider.asked.slice(asked)).toEqual(["GET /.well-known/openid-configuration"]);
  login.provider.discovery = discovery;
});
