import { strToU8, zipSync } from "fflate";
import { collectReport } from "../../../test/support/node/observables.ts";
import { sigmaRule } from "../../../test/support/node/coverage.ts";
import { makeSession } from "./open-console.ts";

/** The number of items of each kind. */
export const ROWS = 1_000;
const AT_ONCE = 4;
const TECHNIQUES = ["T1059.001", "T1003.001", "T1021.001", "T1566.001"];

const numbers = Array.from({ length: ROWS }, (_, number) => number);
const techniqueOf = (number: number) => TECHNIQUES[number % TECHNIQUES.length] ?? "";

/** Fills a service with 1,000 analyzed reports, collected reports, observables and rules. */
export async function fillLists(url: string): Promise<void> {
  await each(async (number) => {
    const text = `The operators used ${techniqueOf(number)} on day ${number}.`;
    await makeSession(url, text, `Report ${number}`);
  });
  await each(async (number) => {
    await collectReport(url, {
      title: `Bulletin ${number}`,
      summary: `They used ${techniqueOf(number)}. The server was host-${number}.evil-one.xyz.`,
    });
  });
  await importRules(url);
}

/** Imports all rules as one archive. */
async function importRules(url: string): Promise<void> {
  const files = numbers.map((number) => {
    const rule = sigmaRule(number, `Rule ${number}`, techniqueOf(number));
    return [`rule-${number}.yml`, strToU8(rule)] as const;
  });
  const answered = await fetch(`${url}/api/pipeline/rules/import?state=enabled`, {
    method: "POST",
    headers: { "Content-Type": "application/octet-stream" },
    body: new Uint8Array(zipSync(Object.fromEntries(files))),
  });
  if (!answered.ok) throw new Error(`Rules: ${answered.status} ${await answered.text()}`);
}

/** Runs a task for each number, a few concurrently. */
async function each(task: (number: number) => Promise<void>): Promise<void> {
  const waiting = [...numbers];
  const work = async () => {
    for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
      await task(number);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
