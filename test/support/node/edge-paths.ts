import { releasePath } from "../../../scripts/data/data-folder.ts";
import { SHIPPED } from "../shipped.ts";
import { gunzipSync, gzipSync } from "node:zlib";
import { makeDocx, paragraph } from "../documents/make-docx.ts";
import { makeLargePdf } from "../documents/make-large-pdf.ts";
import { sigma, tarGz } from "../rules/archives.ts";
import { addSource, runSource } from "./collection.ts";
import { FeedServer } from "./feed-server.ts";
import { largeBundle } from "./large-bundle.ts";
import { largeStixBundle } from "./large-imports.ts";
import { analyse, sendBundle, waitForTask } from "./service.ts";
import { readData } from "./real-data.ts";

const MIB = 2 ** 20;
const TEXT = "The actor used PowerShell, dumped LSASS memory and sent mails with T1566.001. "
  .repeat(13_000)
  .slice(0, 1_000_000);

/** The main paths of the service with as much as they take, by name; each throws where it fails. */
export const EDGE_PATHS: Readonly<Record<string, (url: string) => Promise<void>>> = {
  "an upload of a PDF of 9 MiB": async (url) => {
    const pdf = makeLargePdf("APT29 used PowerShell.", 9 * MIB);
    await analyseOrThrow(url, { file: new File([pdf], "large.pdf") });
  },
  "an upload of a DOCX of 10,000 paragraphs": async (url) => {
    const lines = Array.from({ length: 10_000 }, (_, i) => paragraph(`${i}: ${TEXT.slice(0, 80)}`));
    const docx = new Uint8Array(makeDocx(lines.join("")));
    await analyseOrThrow(url, { file: new File([docx], "a.docx") });
  },
  "an analysis of 1,000,000 characters": async (url) => {
    await analyseOrThrow(url, { text: TEXT });
  },
  "the same, streamed": async (url) => {
    const form = new FormData();
    form.set("text", TEXT);
    const answer = await request(`${url}/api/analyze/stream`, form);
    if (!answer.includes('"type":"result"')) throw new Error(answer.slice(-500));
  },
  "a session exported as PDF and STIX": async (url) => {
    const id = await analyseOrThrow(url, { text: TEXT.slice(0, 20_000) });
    await request(`${url}/api/export/analysis/${id}`);
    await request(`${url}/api/export/analysis/${id}/stix`);
  },
  "a comparison": async (url) => {
    const ids = ["T1059.001", "T1003.001", "T1566.001"];
    await request(`${url}/api/apt/compare`, JSON.stringify({ technique_ids: ids }));
  },
  "coverage of a release, what to test and to collect": async (url) => {
    const entries = [{ name: "WinEventLog:Sysmon" }, { kind: "component", name: "File Creation" }];
    const put = await fetch(`${url}/api/coverage/log-sources`, {
      method: "PUT",
      body: JSON.stringify({ entries }),
    });
    if (!put.ok) throw new Error(await put.text());
    for (const path of ["", "/test-first", "/collect-next", "/navigator", "/pdf"]) {
      await request(`${url}/api/coverage${path}`);
    }
  },
  "an import of 20 MiB of STIX": async (url) => {
    const bundle = new Blob([new Uint8Array(largeStixBundle("edge", 20 * MIB))]);
    await request(`${url}/api/pipeline/import/stix`, bundle);
  },
  "an import of 3,700 rules": async (url) => {
    const packed = tarGz(Object.fromEntries(Array.from({ length: 3_700 }, (_, n) => ruleOf(n))));
    // A second time it changes all of them, which takes what they said before beside it.
    for (const body of [packed, gzipSync(gunzipSync(packed).toString().replaceAll("# v", "# w"))]) {
      const answer = await request(
        `${url}/api/pipeline/rules/import`,
        new Blob([new Uint8Array(body)]),
      );
      if (!/"(?:created|updated)":3700,/.test(answer)) throw new Error(answer.slice(0, 500));
    }
  },
  "a feed of 2,000 items": async (url) => {
    const server = new FeedServer();
    await server.listen();
    const feed = server.offer("edge", { bytes: feedOf(2_000) });
    const run = await runSource(url, await addSource(url, feed));
    server.close();
    if (run.items_created !== 2_000) throw new Error(JSON.stringify(run));
  },
  "an ingest of Enterprise": async (url) => {
    const real = readData(releasePath(SHIPPED.domain, SHIPPED.version));
    const id = await sendBundle(url, real ?? gzipSync(largeBundle(SHIPPED.version)), true);
    const task = await waitForTask(url, id);
    if (task.status !== "complete") throw new Error(JSON.stringify(task));
  },
};

async function analyseOrThrow(url: string, fields: Record<string, string | File>): Promise<string> {
  const { status, body } = await analyse(url, fields);
  if (status !== 200) throw new Error(`${status}: ${body.detail}`);
  return body.session_id;
}

async function request(url: string, body?: BodyInit): Promise<string> {
  const response = await fetch(url, body === undefined ? {} : { method: "POST", body });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  return text;
}

function feedOf(items: number): Buffer {
  const list = Array.from({ length: items }, (_, i) => {
    const link = `<link>https://edge.example/${i}</link>`;
    const text = `<description>c2-${i}[.]evil-hosts.com</description>`;
    return `<item><title>Story ${i} of the week</title>${link}${text}</item>`;
  });
  return Buffer.from(`<rss version="2.0"><channel>${list.join("")}</channel></rss>`);
}

/** A rule as long as those of SigmaHQ are, in a file of its own. */
function ruleOf(n: number): [path: string, text: string] {
  const { text } = sigma({ description: `"${TEXT.slice(n, n + 900)}"` });
  return [`rules/windows/process_creation/rule_${n}.yml`, `${text}# v\n`];
}
