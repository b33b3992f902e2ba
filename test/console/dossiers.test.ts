import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { findBarriers, useConsole } from "../support/node/browser.ts";
import { analyseReports, decide, makeDossier } from "../support/node/dossiers.ts";
import { analyse } from "../support/node/service.ts";
import { untilQuiet } from "../support/node/until-quiet.ts";

const tests = useConsole();
let ids: string[] = [];
let third = "";

tests.before(async () => {
  const { url } = tests.service;
  ids = await analyseReports(url);
  third = (await analyse(url, { text: "Mail came first (T1566.001).", name: "Third vendor" })).body
    .session_id;
  await decide(url, ids[0] ?? "", "T1059.001", "accepted");
  await decide(url, ids[1] ?? "", "T1059.001", "rejected");
});

const dossier = async (more: object = {}) => await makeDossier(tests.service.url, [...ids], more);
const read = async (id: string) =>
  (await (await fetch(`${tests.service.url}/api/dossiers/${id}`)).json()) as {
    name: string;
    note: string;
    session_ids: string[];
  };

it("no dossier: the page says what one is and begins one", async () => {
  const page = await tests.open("/dossiers");
  await page.getByRole("heading", { name: "No dossiers yet" }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole("button", { name: "New dossier" }).click();
  const create = page.getByRole("button", { name: "Create dossier" });
  expect(await create.isDisabled()).toBe(true);
  await page.getByLabel("Name").fill("Of two vendors");
  await page.getByLabel("Find reports").fill("vendor");
  await page.getByRole("checkbox", { name: /^First vendor/u }).check();
  await page.getByText("Choose one more report.").waitFor();
  await page.getByRole("checkbox", { name: /^Second vendor/u }).check();
  await create.click();
  await page.getByRole("heading", { level: 1, name: "Of two vendors" }).waitFor();
  await page.getByRole("heading", { name: "2 reports" }).waitFor();
});

it("chosen reports become a dossier, from the list and from their comparison", async () => {
  const page = await tests.open("/sessions");
  await page.getByRole("checkbox", { name: "Choose First vendor" }).check();
  await page.getByRole("checkbox", { name: "Choose Third vendor" }).check();
  await page.getByRole("link", { name: "New dossier" }).click();
  const chosen = page.getByRole("list", { name: "Chosen reports" });
  await chosen.getByText("First vendor").waitFor();
  await chosen.getByText("Third vendor").waitFor();
  await page.getByLabel("Name").fill("From the list");
  await page.getByRole("button", { name: "Create dossier" }).click();
  await page.getByRole("heading", { level: 1, name: "From the list" }).waitFor();
  await page.goto(`${tests.service.url}/sessions?compare=${ids.join(",")}`);
  await page.getByRole("link", { name: "New dossier of these reports" }).click();
  await chosen.getByText("Second vendor").waitFor();
  expect(await chosen.getByRole("listitem").count()).toBe(2);
});

it("a cell shows verdict and evidence under the mouse and the keys, and stays when chosen", async () => {
  const page = await tests.open(`/dossiers/${await dossier()}`);
  const pane = page.getByRole("complementary", { name: "Statement" });
  const accepted = page.getByRole("button", { name: /^T1059\.001, report 1.*: accepted/u });
  await accepted.hover();
  await pane.getByText("It ran PowerShell (T1059.001)").waitFor();
  await pane.getByText("Accepted").waitFor();
  await accepted.focus();
  await page.keyboard.press("ArrowRight");
  await pane.getByText("Rejected").waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1 }).hover();
  await pane.getByRole("link", { name: "Second vendor" }).waitFor();
  expect(new URL(page.url()).searchParams.get("session")).toBe(ids[1]);
  await page.reload();
  await pane.getByText("Rejected").waitFor();
  await page.getByLabel("Only disputed").check();
  await page.getByText("1 of 3 techniques").waitFor();
  expect(await findBarriers(page)).toEqual([]);
});

it("contradictions, timeline, indicators and leads have their addresses", async () => {
  const page = await tests.open(`/dossiers/${await dossier()}`);
  const part = async (name: RegExp) => await page.getByRole("link", { name }).click();
  await part(/^Contradictions/u);
  await page.getByText(/T1059\.001 PowerShell is accepted in “First vendor”, rejected/u).waitFor();
  await page.getByText(/name different actors/u).waitFor();
  await page.getByText(/date the activity differently/u).waitFor();
  await part(/^Timeline/u);
  await page.getByText("2023-01", { exact: true }).waitFor();
  await page.getByText("In January 2023, UNC7777 attacked the port.").waitFor();
  await page.getByText("2024-06-21", { exact: true }).waitFor();
  await part(/^Shared indicators/u);
  await page.getByRole("link", { name: "evil-harbour.net" }).waitFor();
  await part(/^Leads/u);
  await page.getByText("Similarity is a lead, never attribution").waitFor();
  await page.getByRole("link", { name: /APT29/u }).first().waitFor();
  expect(new URL(page.url()).search).toBe("?part=leads");
});

it("details and reports are changed for the state that was seen", async () => {
  const id = await dossier();
  const page = await tests.open(`/dossiers/${id}`);
  const sent: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") sent.push(request.headers()["if-match"]);
  });
  await page.getByRole("button", { name: "Edit details" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Renamed");
  await page.getByLabel("Note").fill("Why.\n\nAnd more.");
  await page.getByLabel("Marking (TLP)").selectOption("red");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Renamed TLP:RED" }).waitFor();
  await page.getByRole("button", { name: "Add reports" }).click();
  await page.getByLabel("Find reports").fill("third");
  await page.getByRole("checkbox", { name: /^Third vendor/u }).click();
  await page.getByRole("heading", { name: "3 reports" }).waitFor();
  await page.getByRole("button", { name: "Remove First vendor" }).click();
  await page.getByRole("heading", { name: "2 reports" }).waitFor();
  expect(await page.getByRole("button", { name: "Remove Third vendor" }).isDisabled()).toBe(true);
  expect(await read(id)).toMatchObject({ name: "Renamed", session_ids: [ids[1], third] });
  expect(sent).toEqual(['"1"', '"2"', '"3"']);
});

it("two changes of one note show both, and reports that others added stay", async () => {
  const id = await dossier();
  const patch = async (body: object) =>
    await fetch(`${tests.service.url}/api/dossiers/${id}`, {
      method: "PATCH",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  const page = await tests.open(`/dossiers/${id}`, { expected: /status of 412/u });
  await page.getByRole("button", { name: "Edit details" }).click();
  await page.getByLabel("Note").fill("Mine");
  await patch({ note: "Theirs" });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Your change is not saved.").waitFor();
  await page.getByRole("alert").getByText("Theirs", { exact: true }).last().waitFor();
  await page.getByRole("button", { name: "Apply mine" }).click();
  await page.getByRole("form", { name: "Details of the dossier" }).waitFor({ state: "detached" });
  expect((await read(id)).note).toBe("Mine");
  await page.getByRole("button", { name: "Add reports" }).click();
  const other = (await analyse(tests.service.url, { text: "T1078.", name: "Other" })).body;
  await patch({ session_ids: [...ids, other.session_id] });
  await page.getByRole("checkbox", { name: /^Third vendor/u }).click();
  await page.getByRole("heading", { name: "4 reports" }).waitFor();
  expect((await read(id)).session_ids).toEqual([...ids, other.session_id, third]);
});

it("the overlap becomes a layer and opens on the matrix; the dossier is exported and deleted", async () => {
  const id = await dossier();
  const page = await tests.open(`/dossiers/${id}`);
  const downloads = ["Export Markdown", "CSV", "JSON"];
  for (const name of downloads) {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name, exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^The-harbour-intrusions-\w+\.(?:md|csv|json)$/u);
    expect(await readFile(await file.path(), "utf8")).toContain("T1059.001");
  }
  await page.getByRole("button", { name: "Save as layer" }).click();
  await page.getByRole("link", { name: "Open the layer" }).click();
  await page.getByText("The harbour intrusions: overlap").first().waitFor();
  await page.goBack();
  await page.getByRole("link", { name: "Open on the matrix" }).click();
  await page.getByText("First vendor").first().waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Delete dossier" }).click();
  await page.waitForURL(`${tests.service.url}/dossiers`);
  expect((await fetch(`${tests.service.url}/api/dossiers/${id}`)).status).toBe(404);
});

it.each(["", "?part=contradictions", "?part=timeline", "?part=indicators", "?part=leads"])(
  "390 pixels are enough for %s",
  async (part) => {
    const id = await dossier({ name: "x".repeat(255), note: "y".repeat(500) });
    const page = await tests.open(`/dossiers/${id}${part}`, { width: 390 });
    await untilQuiet(page);
    const over = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(over)).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
  },
);
