import { expect, it } from "vitest";
import { useConsole } from "../support/node/browser.ts";
import { findFaintTexts } from "../support/node/contrast.ts";
import { collectReport } from "../support/node/observables.ts";
import { analyseReports, decide, makeDossier } from "../support/node/dossiers.ts";
import { analyse } from "../support/node/service.ts";
import { SHIPPED } from "../support/shipped.ts";
import { untilQuiet } from "../support/node/until-quiet.ts";

const tests = useConsole();

const TEXT =
  "The actor ran PowerShell (T1059.001) after a phishing mail (T1566.001), kept access by a scheduled " +
  "task (T1053.005) and dumped LSASS (T1003.001). The server was update.evil-one.xyz, and CVE-2021-26855 was exploited.";
const IDS = "T1059.001,T1566.001,T1053.005,T1003.001";
/** Four groups and a session, so that cells of every strength are on the matrix. */
const OVERLAYS = ["G0016", "G0007", "G0032", "G0046"].map((id) => `group:${id}`).join(",");

let session = "";
let dossier = "";
tests.before(async () => {
  const { body } = await analyse(tests.service.url, { text: TEXT, name: "Hovered" });
  session = body.session_id;
  const title = "APT29 runs Mimikatz through CVE-2021-26855";
  await collectReport(tests.service.url, { title, summary: TEXT });
  const [other = "", third = ""] = await analyseReports(tests.service.url);
  await decide(tests.service.url, session, "T1059.001", "rejected");
  await decide(tests.service.url, third, "T1078", "needs_evidence");
  dossier = await makeDossier(tests.service.url, [session, other, third]);
});

const PAGES = [
  "/",
  "/analyze",
  "/releases",
  "/intake",
  "/sessions",
  "/sessions/SESSION?technique=T1059.001",
  "/sessions/SESSION?tab=entities",
  "/sessions/SESSION?tab=groups",
  "/dossiers?sessions=SESSION",
  "/dossiers/DOSSIER?technique=T1059.001&session=SESSION",
  "/dossiers/DOSSIER?part=contradictions",
  "/dossiers/DOSSIER?part=timeline",
  "/dossiers/DOSSIER?part=indicators",
  "/dossiers/DOSSIER?part=leads",
  "/trends?id=T1059.001",
  "/observables",
  "/intake/sources",
  "/intake/imports",
  "/admin",
  "/admin/jobs",
  "/admin/settings",
  `/matrix?version=${SHIPPED.version}&overlays=session:SESSION,${OVERLAYS}&layers=true`,
  `/matrix?version=${SHIPPED.version}&overlays=session:SESSION,${OVERLAYS}&technique=T1059`,
  `/matrix?version=${SHIPPED.version}&overlays=session:SESSION,${OVERLAYS}&layout=mini`,
  `/coverage?technique_ids=${IDS}`,
  `/coverage?technique_ids=${IDS}&view=test-first`,
  `/coverage?technique_ids=${IDS}&view=collect-next`,
  `/coverage?technique_ids=${IDS}&technique=T1059.001`,
  "/coverage/tests",
  "/coverage/log-sources",
  "/rules",
  "/techniques?seen=true",
  "/techniques/T1059.001",
  "/software",
  "/software/S0154",
  "/vulnerabilities",
  "/vulnerabilities/CVE-2021-26855",
  "/groups",
  "/groups/G0016",
  "/compare",
];
const looks = PAGES.flatMap((path) =>
  (["light", "dark"] as const).map((colours) => ({ path, colours })),
);

it.each(looks)("$path reads under the mouse and under the focus, $colours", async (look) => {
  const page = await tests.open(
    look.path.replace("SESSION", session).replace("DOSSIER", dossier),
    look,
  );
  await untilQuiet(page);
  expect(await findFaintTexts(page)).toEqual([]);
  for (const state of ["hover", "focus-visible"] as const) {
    expect([state, await findFaintTexts(page, state)]).toEqual([state, []]);
  }
});

it.each(["light", "dark"] as const)(
  "a scored cell keeps its color under the mouse, %s",
  async (colours) => {
    const path = `/matrix?version=${SHIPPED.version}&overlays=session:${session},${OVERLAYS}&open=true`;
    const page = await tests.open(path, { colours });
    await untilQuiet(page);
    for (const heat of [1, 2, 3, 4, 5]) {
      const cell = page.locator(`button[data-technique][data-heat="${heat}"]`).first();
      const color = async () => await cell.evaluate((one) => getComputedStyle(one).backgroundColor);
      const before = await color();
      await cell.hover();
      expect([heat, await color()]).toEqual([heat, before]);
      expect(await findFaintTexts(page)).toEqual([]);
    }
  },
);
