import { PAGES } from "../../../src/console/app/frame/pages.ts";

/** A page of the console. */
export interface View {
  name: string;
  path: string;
  /** A selector that matches once the page is shown with its data. */
  shown: string;
}

/** Selectors that match once a page has its data: the heading, if nothing else is always present. */
const SHOWN: Readonly<Record<string, string>> = {
  "/": "main h2",
  "/intake": "main h2",
  "/intake/imports": "main h2",
  "/sessions": "main tbody a",
  "/dossiers": "main h2",
  "/trends": "main h2",
  "/analyze": "main form textarea",
  "/observables/warning-lists": "main tbody tr",
  "/matrix": "main [data-technique]",
  "/coverage": "main [id^=covered-T]",
  "/techniques": "main a[href^='/techniques/']",
  "/software": "main tbody a",
  "/groups": "main tbody a",
  "/campaigns": "main tbody a",
  "/releases": "main h2",
  "/admin": "main tbody tr",
  "/admin/settings": "main table",
};

/** Pages of one object of the shipped release. */
const OBJECTS: readonly View[] = [
  { name: "a technique", path: "/techniques/T1059.001", shown: "main h2" },
  { name: "a software", path: "/software/S0002", shown: "main h2" },
  { name: "a vulnerability", path: "/vulnerabilities/CVE-2021-44228", shown: "main h2" },
  { name: "a group", path: "/groups/G0016", shown: "main aside li [data-heat]" },
  { name: "a campaign", path: "/campaigns/C0024", shown: "main aside li [data-heat]" },
  { name: "a set compared", path: "/compare?set=T1059.001,T1566.001,T1486", shown: "main ol li" },
];

/** Returns all pages of the navigation, and those of single objects. */
export function listViews([first = "", second = ""]: readonly string[]): View[] {
  return [
    ...PAGES.map(({ name, to }) => ({ name, path: to, shown: SHOWN[to] ?? "main h1" })),
    { name: "a session", path: `/sessions/${first}`, shown: "main button[id^=technique-]" },
    {
      name: "two sessions",
      path: `/sessions?compare=${first},${second}`,
      shown: "main tbody th[scope=row]",
    },
    ...OBJECTS,
  ];
}
