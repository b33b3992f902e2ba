import { type AnyRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { numberOf, oneOf, type Search, type Texts, textsOf } from "./read-search.ts";

const TECHNIQUE_ORDERS = ["id", "name", "reports", "rules"] as const;
const SOFTWARE_ORDERS = ["name", "techniques", "when"] as const;
const RELEASE = ["domain", "version"] as const;

type Release = Texts<(typeof RELEASE)[number]>;
type TechniquesSearch = Release &
  Texts<"search" | "tactic" | "platform" | "seen" | "ruled"> & {
    order?: (typeof TECHNIQUE_ORDERS)[number];
  };
type SoftwareSearch = Release & Texts<"search"> & { order?: (typeof SOFTWARE_ORDERS)[number] };
type VulnerabilitiesSearch = Texts<"search" | "exploited"> & { page?: number };

const techniquesSearch = (search: Search): TechniquesSearch => ({
  ...textsOf(search, [...RELEASE, "search", "tactic", "platform", "seen", "ruled"]),
  ...oneOf(search, "order", TECHNIQUE_ORDERS),
});
const techniqueSearch = (search: Search): Release & Texts<"status" | "family"> =>
  textsOf(search, [...RELEASE, "status", "family"]);
const softwareSearch = (search: Search): SoftwareSearch => ({
  ...textsOf(search, [...RELEASE, "search"]),
  ...oneOf(search, "order", SOFTWARE_ORDERS),
});
const oneSoftwareSearch = (search: Search): Release & Texts<"with"> =>
  textsOf(search, [...RELEASE, "with"]);
const vulnerabilitiesSearch = (search: Search): VulnerabilitiesSearch => ({
  ...textsOf(search, ["search", "exploited"]),
  ...numberOf(search, "page"),
});

/** Returns the routes for techniques, software and vulnerabilities, as lists and single pages. */
export function libraryRoutes<Root extends AnyRootRoute>(rootRoute: Root) {
  const getParentRoute = () => rootRoute;
  return [
    createRoute({
      getParentRoute,
      path: "/techniques",
      validateSearch: techniquesSearch,
      component: lazyRouteComponent(
        () => import("../pages/techniques/list/techniques-page.tsx"),
        "TechniquesPage",
      ),
    }),
    createRoute({
      getParentRoute,
      path: "/techniques/$techniqueId",
      validateSearch: techniqueSearch,
      component: lazyRouteComponent(
        () => import("../pages/techniques/technique-page.tsx"),
        "TechniquePage",
      ),
    }),
    createRoute({
      getParentRoute,
      path: "/software",
      validateSearch: softwareSearch,
      component: lazyRouteComponent(
        () => import("../pages/software/software-list-page.tsx"),
        "SoftwareListPage",
      ),
    }),
    createRoute({
      getParentRoute,
      path: "/software/$softwareId",
      validateSearch: oneSoftwareSearch,
      component: lazyRouteComponent(
        () => import("../pages/software/software-page.tsx"),
        "SoftwarePage",
      ),
    }),
    createRoute({
      getParentRoute,
      path: "/vulnerabilities",
      validateSearch: vulnerabilitiesSearch,
      component: lazyRouteComponent(
        () => import("../pages/vulnerabilities/vulnerabilities-page.tsx"),
        "VulnerabilitiesPage",
      ),
    }),
    createRoute({
      getParentRoute,
      path: "/vulnerabilities/$cve",
      component: lazyRouteComponent(
        () => import("../pages/vulnerabilities/vulnerability-page.tsx"),
        "VulnerabilityPage",
      ),
    }),
  ] as const;
}
