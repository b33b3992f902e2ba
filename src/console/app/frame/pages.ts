interface Place {
  to: string;
  name: string;
  /** The required role, if the page is not for everyone. */
  role?: "admin";
}

/** A part of the navigation. Its pages form the row below, and it links to the first. */
export interface Section {
  name: string;
  pages: readonly [Place, ...Place[]];
}

/** The navigation, in the order of an analyst's day. */
export const SECTIONS: readonly Section[] = [
  { name: "Home", pages: [{ to: "/", name: "Home" }] },
  {
    name: "Intake",
    pages: [
      { to: "/intake", name: "Queue" },
      { to: "/intake/sources", name: "Sources" },
      { to: "/intake/imports", name: "Imports" },
      { to: "/intake/capture", name: "Capture" },
    ],
  },
  {
    name: "Reports",
    pages: [
      { to: "/sessions", name: "Reports" },
      { to: "/dossiers", name: "Dossiers" },
      { to: "/trends", name: "Trends" },
      { to: "/analyze", name: "Analyze a report" },
    ],
  },
  {
    name: "Observables",
    pages: [
      { to: "/observables", name: "Observables" },
      { to: "/observables/suppressed", name: "Suppressed values" },
      { to: "/observables/warning-lists", name: "Warning lists" },
    ],
  },
  { name: "Matrix", pages: [{ to: "/matrix", name: "Matrix" }] },
  {
    name: "Coverage",
    pages: [
      { to: "/coverage", name: "Coverage" },
      { to: "/coverage/tests", name: "Tests" },
      { to: "/coverage/log-sources", name: "Log sources" },
    ],
  },
  { name: "Rules", pages: [{ to: "/rules", name: "Rules" }] },
  {
    name: "Library",
    pages: [
      { to: "/techniques", name: "Techniques" },
      { to: "/software", name: "Software" },
      { to: "/groups", name: "Groups" },
      { to: "/campaigns", name: "Campaigns" },
      { to: "/vulnerabilities", name: "Vulnerabilities" },
      { to: "/compare", name: "Compare" },
      { to: "/releases", name: "Releases" },
    ],
  },
  {
    name: "Admin",
    pages: [
      { to: "/admin", name: "Audit" },
      { to: "/admin/jobs", name: "Jobs", role: "admin" },
      { to: "/admin/tokens", name: "API tokens" },
      { to: "/admin/webhooks", name: "Webhooks", role: "admin" },
      { to: "/admin/settings", name: "Settings" },
    ],
  },
];

/** Every page, as listed in the palette. */
export const PAGES: readonly Place[] = SECTIONS.flatMap(({ pages }) => pages);

/** Returns whether a page is available to the user. */
export const isFor = (isAdmin: boolean) => (place: Place) => place.role !== "admin" || isAdmin;

/** Returns the section of an address: the one whose page path is its longest prefix. */
export function sectionOf(path: string): Section | null {
  const covering = PAGES.filter(({ to }) => isAtOrBelow(path, to));
  const [nearest] = covering.sort((a, b) => b.to.length - a.to.length);
  return SECTIONS.find(({ pages }) => pages.some((page) => page === nearest)) ?? null;
}

function isAtOrBelow(path: string, to: string): boolean {
  return path === to || (to !== "/" && path.startsWith(`${to}/`));
}
