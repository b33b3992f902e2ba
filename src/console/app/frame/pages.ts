interface Place {
  to: string;
  name: string;
}

/** A part of the navigation; its pages are the row below, the first one is where it leads. */
export interface Section {
  name: string;
  pages: readonly [Place, ...Place[]];
}

/** The navigation, in the order of an analyst's day. */
export const SECTIONS: readonly Section[] = [
  { name: "Home", pages: [{ to: "/", name: "Home" }] },
  {
    name: "Reports",
    pages: [
      { to: "/sessions", name: "Reports" },
      { to: "/analyze", name: "Analyze a report" },
    ],
  },
  { name: "Observables", pages: [{ to: "/observables", name: "Observables" }] },
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
      { to: "/groups", name: "Groups" },
      { to: "/campaigns", name: "Campaigns" },
      { to: "/compare", name: "Compare" },
    ],
  },
];

/** Each page once, as the palette lists them. */
export const PAGES: readonly Place[] = SECTIONS.flatMap(({ pages }) => pages);

/** Returns the section that an address belongs to: the one with the longest path above it. */
export function sectionOf(path: string): Section | null {
  const covering = PAGES.filter(({ to }) => isAtOrBelow(path, to));
  const [nearest] = covering.sort((a, b) => b.to.length - a.to.length);
  return SECTIONS.find(({ pages }) => pages.some((page) => page === nearest)) ?? null;
}

function isAtOrBelow(path: string, to: string): boolean {
  return path === to || (to !== "/" && path.startsWith(`${to}/`));
}
