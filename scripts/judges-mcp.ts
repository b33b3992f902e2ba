/**
 * `npm run judges:mcp -- --url http://127.0.0.1:8787/mcp [--record]`: the MCP server of a running service on an
 * empty folder, judged by the clients of others: the conformance suite, the Inspector's command line and the official
 * client of the first SDK. The suite also asks a fixture that answers through the same handler. With `--record`, what the
 * clients sent and were answered becomes the recordings that `npm test` replays. CI does not run it.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { installClients } from "./judges/mcp/clients.ts";
import { useFirstSdk } from "./judges/mcp/first-sdk.ts";
import { Recorder } from "./judges/mcp/recorder.ts";
import { serveFixture } from "./judges/mcp/serve-fixture.ts";

const PROJECT = join(import.meta.dirname, "..");
const BASELINE = join(import.meta.dirname, "judges", "mcp", "baseline.yml");
const RECORDED = join(PROJECT, "test", "support", "recorded", "mcp");
const CLAIM = ["passage=The loader ran an encoded PowerShell command.", "attack_id=T1059.001"];

const { values } = parseArgs({
  options: { url: { type: "string" }, record: { type: "boolean", default: false } },
});
const { url, record } = values;
if (url === undefined) throw new Error("Name the server: --url http://127.0.0.1:8787/mcp");

const clients = await installClients(join(PROJECT, ".build", "judges", "mcp"));
const verdicts: [who: string, isContent: boolean][] = [];

const fixture = await serveFixture();
const ofFixture = await clients.judge("--url", fixture.url, "--requirements", "2026-07-28");
fixture.close();
show("conformance suite, fixture", ofFixture);

const args = ["--url", url, "--suite", "all", "--spec-version", "2026-07-28"];
show("conformance suite, service", await clients.judge(...args, "--expected-failures", BASELINE));

await recordClient("inspector", async (to) => {
  await clients.inspect(to, "--method", "tools/list");
  const named = CLAIM.flatMap((arg) => ["--tool-arg", arg]);
  const call = ["--method", "tools/call", "--tool-name", "verify_claim", ...named];
  if (!(await clients.inspect(to, ...call)).includes("supported")) throw new Error("No verdict.");
});
await recordClient("first-sdk", async (to) => await useFirstSdk(clients.folder, to));

for (const [who, isContent] of verdicts) console.log(`${isContent ? "passed" : "FAILED"}  ${who}`);
process.exit(verdicts.every(([, isContent]) => isContent) ? 0 : 1);

function show(who: string, { isContent, output }: { isContent: boolean; output: string }): void {
  console.log(`${who}\n${output.slice(output.indexOf("=== SUMMARY"))}`);
  verdicts.push([who, isContent]);
}

async function recordClient(name: string, use: (url: string) => Promise<void>): Promise<void> {
  const recorder = new Recorder(url ?? "");
  const error = await use(await recorder.listen()).then(
    () => null,
    (reason: unknown) => reason,
  );
  recorder.close();
  if (error !== null) console.error(error);
  verdicts.push([name, error === null]);
  if (!record) return;
  mkdirSync(RECORDED, { recursive: true });
  writeFileSync(join(RECORDED, `${name}.json`), `${JSON.stringify(recorder.recorded, null, 2)}\n`);
}
