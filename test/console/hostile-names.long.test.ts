import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { smallBundle, smallObjects } from "../support/bundles.ts";
import {
  attached,
  bytesOf,
  mail,
  multipart,
  text as textPart,
  utf8,
  word,
} from "../support/mails.ts";
import { answer } from "../support/node/ai-stand-in.ts";
import { type Look, useConsole } from "../support/node/browser.ts";
import { collect, importRule, sigmaRule } from "../support/node/coverage.ts";
import { HOSTILE } from "../support/node/hostile-texts.ts";
import { analyseReports, makeDossier } from "../support/node/dossiers.ts";
import { forgottenPages } from "../support/node/every-page.ts";
import { collectReport, tryObservable } from "../support/node/observables.ts";
import { analyse, sendBundle, waitForTask } from "../support/node/service.ts";
import { judgeBy } from "../support/node/judge-stand-in.ts";
import { useLanguageModel } from "../support/node/use-language-model.ts";
import { untilQuiet } from "../support/node/until-quiet.ts";

const { ai, settings } = useLanguageModel();
const tests = useConsole(settings);

const RELEASE = "99.1";
/** The forms themselves and each of them out of an attribute, as one name may hold them. */
const TEXTS = [...HOSTILE.slice(0, 20), ...HOSTILE.slice(60, 80)];
const ALL = TEXTS.join(" ");
/** A text in which a language model finds techniques: one of hostile words alone is no threat report. */
const REPORT = "The actor phished two banks, ran PowerShell (T1059.001) and dumped LSASS memory.";
const EVIDENCE = `The actor ran PowerShell (T1059.001) with ${ALL}`;
let sessionId = "";
const layerIds: string[] = [];
const pages: Page[] = [];
const visited: string[] = [];

async function send<T>(method: string, path: string, body: unknown): Promise<T> {
  const answered = await fetch(`${tests.service.url}${path}`, {
    method,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  expect([path, answered.status < 300]).toEqual([path, true]);
  return (await answered.json()) as T;
}

/** A release in which every name, alias and description is hostile. */
function hostileBundle(): Uint8Array {
  const objects = smallObjects().map((object, index) => {
    const text = TEXTS[index % TEXTS.length] ?? "";
    return {
      ...object,
      ...("name" in object && { name: `${text} ${index}` }),
      ...("description" in object && { description: `${ALL} [x](javascript:globalThis.ran=1)` }),
      ...("aliases" in object && { aliases: [`${text} ${index}`, ...TEXTS.slice(0, 5)] }),
      ...("x_mitre_platforms" in object && { x_mitre_platforms: [text, "Windows"] }),
    };
  });
  return Buffer.from(JSON.stringify(smallBundle(RELEASE, "2.1", objects)));
}

tests.before(async () => {
  const { url } = tests.service;
  await waitForTask(url, await sendBundle(url, hostileBundle(), false));
  for (const name of TEXTS.slice(0, 10)) {
    const layer = { name, description: ALL, technique_ids: ["T1059.001"], version: RELEASE };
    layerIds.push((await send<{ layer_id: string }>("POST", "/api/layers", layer)).layer_id);
  }
  const file = new File([EVIDENCE], `${TEXTS[1]?.replaceAll("/", "_")}.txt`);
  const { body } = await analyse(url, { file, version: RELEASE });
  sessionId = body.session_id;
  const tags = TEXTS.map((text) => text.slice(0, 50)).slice(0, 20);
  await send("PATCH", `/api/analyze/sessions/${sessionId}`, { tags, note: ALL });
});
/** Whether any page that was opened took a text for more. */
async function hasRun(): Promise<boolean> {
  const ran = pages.splice(0).map((page) => page.evaluate(() => "ran" in globalThis));
  return (await Promise.all(ran)).includes(true);
}

async function open(path: string, look?: Look): Promise<Page> {
  const page = await tests.open(path, look);
  pages.push(page);
  visited.push(path);
  await untilQuiet(page);
  return page;
}

/** The same for a page that shows some of the texts as they are. */
async function openHostile(path: string): Promise<void> {
  const page = await open(path);
  await page.locator("main", { hasText: "globalThis.ran=1" }).waitFor();
}

it("names of a release, its descriptions and aliases are text on every page", async () => {
  for (const path of [
    `/groups?version=${RELEASE}`,
    `/groups/G0016?version=${RELEASE}&with=G0007`,
    `/campaigns?version=${RELEASE}`,
    `/campaigns/C0001?version=${RELEASE}`,
    `/matrix?version=${RELEASE}&open=true&technique=T1059`,
    `/compare?version=${RELEASE}&set=T1059.001,T1566`,
    `/techniques?version=${RELEASE}`,
    `/techniques/T1059.001?version=${RELEASE}`,
    `/software?version=${RELEASE}`,
    `/software/S0002?version=${RELEASE}`,
  ]) {
    await openHostile(path);
  }
  expect(await hasRun()).toBe(false);
});

it("so are names of layers and overlays, and pictures of them", async () => {
  const refs = [...layerIds.map((id) => `layer:${id}`), `session:${sessionId}`, "group:G0016"];
  const page = await open(`/matrix?version=${RELEASE}&layers=true&overlays=${refs.join(",")}`);
  await page.getByRole("button", { name: `Remove ${TEXTS[0]}` }).waitFor();
  for (const kind of ["SVG", "PNG"]) {
    const download = page.waitForEvent("download");
    await page
      .getByRole("group", { name: /^Exports/u })
      .getByRole("button", { name: kind })
      .click();
    await download;
  }
  await page.getByRole("combobox", { name: "Add an overlay" }).fill(TEXTS[0] ?? "");
  expect(await hasRun()).toBe(false);
});

it("so are tags, file names and every tab of a session", async () => {
  for (const tab of ["techniques", "summary", "groups", "entities", "left-out", "history"]) {
    await openHostile(`/sessions/${sessionId}?tab=${tab}&technique=T1059.001`);
  }
  await openHostile("/sessions");
  await openHostile(`/sessions?compare=${sessionId},${sessionId}`);
  expect(await hasRun()).toBe(false);
});

it("so are names, notes and evidence in dossiers, and titles in trends", async () => {
  const { url } = tests.service;
  const name = `${TEXTS[0]} globalThis.ran=1`;
  const [other = ""] = await analyseReports(url, ` ${name}`);
  const given = { name, note: ALL };
  const id = await makeDossier(url, [sessionId, other], given);
  await openHostile("/dossiers");
  for (const part of ["agreement", "contradictions", "timeline", "indicators", "leads"]) {
    await openHostile(`/dossiers/${id}?part=${part}&technique=T1059.001&session=${sessionId}`);
  }
  await openHostile(`/dossiers?sessions=${sessionId},${other}`);
  await openHostile("/trends?by=month&since=2024-05-01&until=2024-06-30&id=T1059.001");
  expect(await hasRun()).toBe(false);
});

it("so is what a language model says, as it comes and as a second opinion", async () => {
  const found = { attack_id: "T1059.001", confidence: 0.9, evidence: "ran PowerShell (T1059.001)" };
  const unknown = { attack_id: `T9999 ${TEXTS[1]}`, confidence: 0.9, evidence: ALL };
  const text = answer([found, unknown], { summary: ALL, groups: TEXTS });
  ai.behave = () => ({ text, pieceMs: 20, pieces: 20 });
  // Without a second opinion the service answers 404.
  const look = { expected: /Failed to load resource/u };
  const opinion = await open(`/sessions/${sessionId}?tab=opinion`, look);
  await opinion.getByRole("combobox", { name: "Mode" }).selectOption("Balanced");
  await opinion.getByRole("button", { name: "Ask for a second opinion" }).click();
  await opinion.getByText(/agrees on/u).waitFor();
  const page = await open("/analyze");
  await page.getByLabel("Provider").selectOption({ label: "openai_compatible: local" });
  await page.getByRole("textbox", { name: "Text of the report" }).fill(REPORT);
  await page.getByRole("textbox", { name: "Name" }).fill(TEXTS[2] ?? "");
  await page.getByRole("button", { name: "Analyze", exact: true }).click();
  await page.getByText('{"summary"').waitFor();
  await page.waitForURL(/\/sessions\/[\w-]+/u);
  await page.getByRole("button", { name: /^T1059\.001/u }).waitFor();
  await page.getByRole("tab", { name: "Summary" }).click();
  await page.getByRole("tab", { name: "Excluded" }).click();
  expect(await hasRun()).toBe(false);
});

it("so are the reasons of a judge, for a technique and in a second opinion", async () => {
  ai.behave = judgeBy(() => ({ verdict: "yes", reason: ALL }));
  const fields = { text: REPORT, provider: "provider_b", mode: "judged" };
  const { body } = await analyse(tests.service.url, fields);
  const look = { expected: /Failed to load resource/u };
  const page = await open(`/sessions/${body.session_id}?technique=T1059.001`, look);
  const reason = page.locator("q", { hasText: TEXTS[0] ?? "" });
  await reason.waitFor();
  await page.getByRole("tab", { name: "Second opinion" }).click();
  await page
    .getByRole("combobox", { name: "Provider" })
    .selectOption({ label: "openai_compatible: local" });
  await page.getByRole("combobox", { name: "Mode" }).selectOption("Judged");
  await page.getByRole("button", { name: "Ask for a second opinion" }).click();
  await page.getByText("Verdicts").first().click();
  await reason.waitFor();
  expect(await hasRun()).toBe(false);
});

it("so are values, tags and mentions of observables, on the list and on their pages", async () => {
  const { url } = tests.service;
  const tags = TEXTS.map((text) => text.slice(0, 100)).slice(0, 20);
  const ids: string[] = [];
  for (const value of [ALL.slice(0, 2_000), ...TEXTS, "\u202e\u200b\u2066exe.cod"]) {
    for (const kind of ["misp:text", "mutex", "user_agent"]) {
      const given = { kind, value: `${kind} ${value}`, tags };
      const id = await tryObservable(url, given);
      if (id !== null) ids.push(id);
    }
  }
  expect(ids.length).toBeGreaterThan(TEXTS.length);
  const summary = `${ALL} The C2 server is hostile-one[.]xyz ${ALL}`;
  const report = await collectReport(url, { title: TEXTS[0] ?? "", summary });
  const [mentioned] = report.observable_ids;
  await openHostile("/observables");
  await openHostile("/intake");
  await openHostile(`/observables?q=misp&tag=${encodeURIComponent(tags[0] ?? "")}`);
  for (const id of [...ids.slice(0, 3), ids.at(-1), mentioned]) {
    await openHostile(`/observables/${id}`);
  }
  const page = await open("/observables?q=mutex");
  await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
  await page.getByRole("button", { name: "Suppress" }).click();
  await page.getByText("are being suppressed").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await hasRun()).toBe(false);
});

it("so are titles of rules and names of log sources, and coverage that names them", async () => {
  const { url } = tests.service;
  const ids: string[] = [];
  for (const [n, text] of [...TEXTS, "\u202egnp.exe\u2066", "x".repeat(250)].entries()) {
    ids.push(await importRule(url, sigmaRule(n + 1, text.slice(0, 250), "T1059.001")));
  }
  await collect(
    url,
    TEXTS.slice(0, 10).map((text) => ({ name: text.slice(0, 200), note: ALL.slice(0, 2000) })),
  );
  await openHostile("/rules");
  for (const id of ids.slice(0, 3)) await openHostile(`/rules/${id}`);
  await openHostile("/coverage/log-sources");
  await openHostile("/coverage?technique_ids=T1059.001&technique=T1059.001");
  await openHostile("/coverage?technique_ids=T1059.001&view=test-first");
  await send("POST", "/api/coverage/tests", {
    attack_id: "T1059.001",
    rule_id: ids[0],
    result: "missed",
    events: ALL.slice(0, 2_000),
    note: ALL,
  });
  await openHostile("/coverage/tests");
  const page = await open(`/rules/${ids.at(-2)}`);
  await page.getByRole("textbox", { name: "Events as JSON" }).fill(JSON.stringify({ Image: ALL }));
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await page.getByText("0 of 1 event match").waitFor();
  expect(await hasRun()).toBe(false);
});

it("so are sources, imports and what the audit trail says of them", async () => {
  const { url } = tests.service;
  for (const [n, text] of TEXTS.slice(0, 10).entries()) {
    const feed = { url: `https://feed-${n}.unit.invalid/`, name: text, enabled: false };
    const { id } = await send<{ id: string }>("POST", "/api/pipeline/sources", feed);
    if (n < 2) await openHostile(`/intake/sources/${id}`);
  }
  const objects = TEXTS.map((text, n) => ({ type: text, id: `${text} ${n}`, name: ALL }));
  const sent = await fetch(
    `${url}/api/pipeline/import/stix?filename=${encodeURIComponent(TEXTS[0] ?? "")}`,
    { method: "POST", body: JSON.stringify({ type: "bundle", id: "bundle--1", objects }) },
  );
  const { import_id: id } = (await sent.json()) as { import_id: string };
  for (const path of ["/intake/sources", "/intake/imports", `/intake/imports/${id}`, "/admin"]) {
    await openHostile(path);
  }
  const page = await open("/admin");
  for (const details of await page.getByText("Details", { exact: true }).all())
    await details.click();
  expect(await hasRun()).toBe(false);
});

it("so are names of tokens and webhooks, and emails with their attachments", async () => {
  for (const text of TEXTS.slice(0, 10)) {
    await send("POST", "/api/tokens", { name: text.slice(0, 80), role: "viewer" });
    const webhook = { name: text.slice(0, 80), event_types: ["analysis.signed"] };
    await send("POST", "/api/webhooks", { ...webhook, url: "https://hooks.unit.invalid/in" });
  }
  await openHostile("/admin/tokens");
  const webhooks = await open("/admin/webhooks");
  await webhooks.locator("table").getByRole("link").first().click();
  await webhooks.getByRole("heading", { name: /^Deliveries to/u }).waitFor();
  const page = await open("/intake/capture");
  const files = TEXTS.slice(0, 10).map((words) => {
    const unread = attached(words.replaceAll(/["\\]/gu, ""), "application/x", "MZ\0");
    const sent = mail(multipart("mixed", [textPart(utf8(REPORT)), unread]), [
      `Subject: ${word(words)}`,
    ]);
    return { name: `${words}.eml`, mimeType: "message/rfc822", buffer: Buffer.from(bytesOf(sent)) };
  });
  await page.getByLabel("Emails as files (.eml)").setInputFiles(files);
  await page
    .getByRole("listitem")
    .filter({ hasText: TEXTS[9] ?? "" })
    .first()
    .waitFor();
  expect(await hasRun()).toBe(false);
});

it("so are they on the first page, among suppressed values, and in what is searched for", async () => {
  const { url } = tests.service;
  const summary = TEXTS.map((text, n) => `${text} connects to 10.0.0.${n} ${text}`).join("\n");
  await collectReport(url, { title: TEXTS[1] ?? "", summary });
  await openHostile("/");
  const words = encodeURIComponent(TEXTS[0] ?? "");
  for (const path of [
    "/observables/suppressed",
    `/observables/warning-lists?value=${words}`,
    `/vulnerabilities?search=${words}`,
    `/vulnerabilities/${words}`,
    `/releases?domain=${words}`,
    "/admin/jobs",
    "/admin/settings",
    `/${words}`,
  ]) {
    await open(path, { expected: /Failed to load resource/u });
  }
  expect(await hasRun()).toBe(false);
});

it("so is what the palette finds, and what is typed into it", async () => {
  const page = await open("/groups");
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: /^Page, report/ });
  for (const text of ["ran", ...TEXTS.slice(0, 5)]) {
    await field.fill(text);
    await page
      .getByRole("option")
      .or(page.getByText(/^Nothing/u))
      .first()
      .waitFor();
  }
  expect(await hasRun()).toBe(false);
});

it("no page of the console was left out", () => {
  expect(forgottenPages(visited)).toEqual([]);
});
