/**
 * `npm run judges:oidc -- --provider <folder> [--record]`: the login of the service against a real OpenID Connect
 * provider on this machine, panva's `oidc-provider`, which `npm install --prefix <folder> oidc-provider` puts there.
 * With `--record`, what the provider answered becomes the recordings that `npm test` replays. CI does not run it.
 */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Browser } from "./judges/oidc/browser.ts";
import { callbackOf, logIn } from "./judges/oidc/login.ts";
import { CLIENT, type RealProvider, startProvider } from "./judges/oidc/provider.ts";
import { pageOf, STEPS } from "./judges/oidc/steps.ts";
import { freePort } from "../test/support/node/free-port.ts";
import { startService, temporaryFolder } from "../test/support/node/service.ts";

const RECORDED = join(import.meta.dirname, "..", "test", "support", "recorded");

const { values } = parseArgs({
  options: { provider: { type: "string" }, record: { type: "boolean", default: false } },
});
const { provider: folder, record } = values;
if (folder === undefined) throw new Error("Name the folder of the provider: --provider <folder>");

const service = `http://127.0.0.1:${await freePort()}`;
const PORT = new URL(service).port;
const page = pageOf(service);
let isPassed = true;

for (const inToken of [true, false]) {
  const provider = await startProvider(folder, await freePort(), service, inToken);
  console.log(`${provider.version}, claims ${inToken ? "in the ID token" : "by userinfo"}`);
  await judge(provider, inToken ? "oidc-id-token" : "oidc-userinfo");
  await provider.close();
}
process.exit(isPassed ? 0 : 1);

async function judge(provider: RealProvider, name: string): Promise<void> {
  const data = temporaryFolder();
  const running = await startService(data.path, { PORT, ...settingsFor(provider, CLIENT.secret) });
  const browser = new Browser();
  await check("a login returns to the page that was asked for", async () => {
    const arrived = await logIn(browser, page, "analyst@example.org");
    assert.deepEqual([arrived.status, arrived.url.href], [200, page]);
    if (record) writeRecording(name, provider, callbackOf(arrived), arrived.way);
  });
  const scene = { service, browser };
  for (const [what, work] of STEPS) await check(what, async () => await work(scene));
  await running.stop();
  await check("a wrong secret is a fault of the service", async () => {
    const wrong = await startService(data.path, { PORT, ...settingsFor(provider, "wrong") });
    assert.equal((await logIn(new Browser(), page, "analyst@example.org")).status, 503);
    await wrong.stop();
  });
  data.remove();
}

function settingsFor({ issuer }: { issuer: string }, secret: string): Record<string, string> {
  return {
    PUBLIC_ORIGIN: service,
    AUTH_ENABLED: "true",
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: secret,
    OIDC_VIEWER_ROLES: "cti-viewers",
    OIDC_ANALYST_ROLES: "cti-analysts",
    OIDC_ADMIN_ROLES: "cti-admins",
  };
}

async function check(what: string, work: () => Promise<void>): Promise<void> {
  const error = await work().then(
    () => null,
    (reason: unknown) => reason,
  );
  console.log(`${error === null ? "passed" : "FAILED"}  ${what}`);
  if (error === null) return;
  console.error(error);
  isPassed = false;
}

/** What the provider answered to the first login, and what only the service knew of it. */
function writeRecording(
  name: string,
  { issuer, exchanges }: RealProvider,
  callback: URL,
  way: readonly string[],
): void {
  const asked = new URL(way.find((address) => address.startsWith(`${issuer}/auth?`)) ?? issuer);
  const { body: sent } = exchanges.find(({ request }) => request.path === "/token")?.request ?? {};
  const recording = {
    at: new Date().toISOString(),
    settings: settingsFor({ issuer }, CLIENT.secret),
    expected: {
      state: callback.searchParams.get("state"),
      nonce: asked.searchParams.get("nonce"),
      verifier: sent?.["code_verifier"],
    },
    callback: callback.href,
    exchanges,
  };
  writeFileSync(join(RECORDED, `${name}.json`), `${JSON.stringify(recording, null, 2)}\n`);
}
