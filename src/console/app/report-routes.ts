import { type AnyRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { daysOf, numberOf, oneOf, type Search, type Texts, textsOf } from "./read-search.ts";

const PARTS = ["contradictions", "timeline", "indicators", "leads"] as const;
const KINDS = ["techniques", "groups", "software", "vulnerabilities"] as const;
const PERIODS = ["week", "month", "year"] as const;
const REVIEWS = ["unrejected", "accepted", "unreviewed"] as const;

/** `sessions`: the initial reports of a new dossier. */
type DossiersSearch = Texts<"sessions"> & { page?: number };
type DossierSearch = Texts<"technique" | "session"> & {
  part?: (typeof PARTS)[number];
  least?: number;
};
type TrendsSearch = Texts<"domain" | "since" | "until" | "id" | "period"> & {
  of?: (typeof KINDS)[number];
  by?: (typeof PERIODS)[number];
  review?: (typeof REVIEWS)[number];
};

const dossiersSearch = (search: Search): DossiersSearch => ({
  ...textsOf(search, ["sessions"]),
  ...numberOf(search, "page"),
});
const dossierSearch = (search: Search): DossierSearch => ({
  ...textsOf(search, ["technique", "session"]),
  ...oneOf(search, "part", PARTS),
  ...numberOf(search, "least"),
});
const trendsSearch = (search: Search): TrendsSearch => ({
  ...textsOf(search, ["domain", "id", "period"]),
  ...daysOf(search, ["since", "until"]),
  // The beginning of all reports.
  ...oneOf(search, "since", ["first"] as const),
  ...oneOf(search, "of", KINDS),
  ...oneOf(search, "by", PERIODS),
  ...oneOf(search, "review", REVIEWS),
});

/** Returns the routes for dossiers and trends. */
export function reportRoutes<Root extends AnyRootRoute>(rootRoute: Root) {
  const getParentRoute = () => rootRoute;
  return [
    createRoute({
      getParentRoute,
      path: "/dossiers",
      validateSearch: dossiersSearch,
      component: lazyRouteComponent(
        () => import("../pages/dossiers/list/dossiers-page.tsx"),
        "DossiersPage",
      ),
    }),
    createRoute({
      getParentRoute,
      path: "/dossiers/$dossierId",
      validateSearch: dossierSearch,
      component: lazyRouteComponent(
        () => import("../pages/dossiers/dossier/dossier-page.tsx"),
        "DossierPage",
      ),
    }),
    createRoute({
      getParentRoute,
      path: "/trends",
      validateSearch: trendsSearch,
      component: lazyRouteComponent(() => import("../pages/trends/trends-page.tsx"), "TrendsPage"),
    }),
  ] as const;
}
