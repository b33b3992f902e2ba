import type { Made } from "../../../scripts/demo/fill.ts";
import { PAGES } from "../../../src/console-pages.ts";
import type { Look } from "./browser.ts";

const SESSION_TABS = [
  "summary",
  "groups",
  "entities",
  "left-out",
  "opinion",
  "comments",
  "history",
];
const DOSSIER_PARTS = ["contradictions", "timeline", "indicators", "leads"];
const IDS = "T1059.001,T1566.001,T1053.005,T1003.001";
const OVERLAYS = "overlays=session:{session_id},layer:{layer_id},group:G0016,group:G0007";

/** Addresses at which there is nothing. */
const NOTHING_THERE = ["/nowhere", "/techniques/T9999", "/vulnerabilities/CVE-1900-0001"];

/** Every page of the console, in each state that looks different. */
export const EVERY_PAGE: readonly string[] = [
  "/",
  "/analyze",
  "/intake",
  "/intake?report={report_id}",
  "/intake?status=all&q=nothing-fits",
  "/intake/sources",
  "/intake/sources/{source_id}",
  "/intake/imports",
  "/intake/imports/{import_id}",
  "/sessions",
  "/sessions?compare={session_id},{other_id}",
  "/sessions/{session_id}?technique=T1566.001",
  ...SESSION_TABS.map((tab) => `/sessions/{session_id}?tab=${tab}`),
  "/dossiers",
  "/dossiers?sessions={session_id}",
  "/dossiers/{dossier_id}?technique=T1059.001&session={session_id}",
  ...DOSSIER_PARTS.map((part) => `/dossiers/{dossier_id}?part=${part}`),
  "/trends",
  "/trends?by=month&since=2024-05-01&id=T1059.001",
  "/observables",
  "/observables?kind=domain,misp:mac-address&role=indicator&last_seen_since=2020-01-01",
  "/observables/suppressed",
  "/observables/warning-lists",
  "/observables/warning-lists?value=8.8.8.8",
  "/observables/{observable_id}",
  "/matrix",
  `/matrix?${OVERLAYS}&layers=true`,
  `/matrix?${OVERLAYS}&technique=T1059`,
  `/matrix?${OVERLAYS}&layout=compact`,
  `/matrix?${OVERLAYS}&layout=mini`,
  "/coverage",
  "/coverage?group_id=G0016&technique=T1059.001",
  `/coverage?technique_ids=${IDS}`,
  `/coverage?technique_ids=${IDS}&squares=true`,
  `/coverage?technique_ids=${IDS}&technique=T1059.001`,
  `/coverage?technique_ids=${IDS}&view=test-first`,
  `/coverage?technique_ids=${IDS}&view=collect-next`,
  "/coverage/tests",
  "/coverage/log-sources",
  "/coverage/log-sources?search=Sysmon",
  "/rules",
  "/rules?state=draft",
  "/rules/{rule_id}",
  "/techniques?search=power",
  "/techniques?seen=true",
  "/techniques/T1059.001",
  "/techniques/T1086",
  "/software?search=co",
  "/software/S0154",
  "/vulnerabilities",
  "/vulnerabilities/CVE-2021-26855",
  "/groups?search=apt",
  "/groups/G0016",
  "/groups/G0016?with=G0007",
  "/campaigns",
  "/campaigns/C0024",
  "/compare",
  `/compare?set=${IDS},T9999`,
  "/admin",
  "/admin?action=source.create&since=2026-01-01",
  "/admin/jobs",
  "/admin/jobs?state=dead",
  "/intake/capture",
  "/admin/tokens",
  "/admin/webhooks",
  "/admin/webhooks?webhook={webhook_id}",
  "/admin/settings",
  "/releases",
  ...NOTHING_THERE,
  "/sessions/{missing_id}",
  "/dossiers/{missing_id}",
  "/observables/{missing_id}",
  "/rules/{missing_id}",
  "/intake/sources/{missing_id}",
  "/intake/imports/{missing_id}",
];

/** Those that need nothing in the workspace: what they look like on the first day. */
export const EMPTY_PAGES = EVERY_PAGE.filter((path) => !path.includes("{"));

/** How a page is opened: where there is nothing, the browser says so too. */
export function lookFor(path: string): Look {
  const isMissing = NOTHING_THERE.includes(path) || path.includes("{missing_id}");
  return isMissing ? { expected: /Failed to load resource.*404/u } : {};
}

/** The address of a page, with what was made in the places of its names. */
export const addressOf = (path: string, made: Made): string =>
  path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => made[name] ?? crypto.randomUUID());

/** Returns the pages of the console that none of these addresses shows, so that a sweep forgets no new one. */
export function forgottenPages(addresses: readonly string[]): string[] {
  const shown = new Set(addresses.map(pageOf));
  return PAGES.filter((page) => !shown.has(page));
}

/** The path in `PAGES` that an address belongs to; `/observables/suppressed` comes before `/observables/{id}`. */
function pageOf(address: string): string | undefined {
  const [path = ""] = address.split("?");
  return PAGES.find((page) =>
    new RegExp(`^${page.replaceAll(/\{\w+\}/gu, "[^/]+")}$`, "u").test(path),
  );
}
