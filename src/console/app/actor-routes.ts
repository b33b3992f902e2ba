import { type AnyRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { MODES, SIDES } from "../api/actors.ts";
import { oneOf, type Search, type Texts, textsOf } from "./read-search.ts";

const ORDERS = ["name", "techniques", "when"] as const;
const SOURCES = ["typed", "session", "layer", "group", "campaign"] as const;

type ListSearch = Texts<"search" | "domain" | "version"> & { order?: (typeof ORDERS)[number] };
type DetailSearch = Texts<"with" | "domain" | "version">;
type CompareSearch = Texts<"set" | "domain" | "version"> & {
  from?: (typeof SOURCES)[number];
  against?: (typeof SIDES)[number];
  mode?: (typeof MODES)[number];
};

const listSearch = (search: Search): ListSearch => ({
  ...textsOf(search, ["search", "domain", "version"]),
  ...oneOf(search, "order", ORDERS),
});
const detailSearch = (search: Search): DetailSearch =>
  textsOf(search, ["with", "domain", "version"]);
const compareSearch = (search: Search): CompareSearch => ({
  ...textsOf(search, ["set", "domain", "version"]),
  ...oneOf(search, "from", SOURCES),
  ...oneOf(search, "against", SIDES),
  ...oneOf(search, "mode", MODES),
});

/** Returns the routes for groups, campaigns, and the comparison of a technique set with them. */
export function actorRoutes<Root extends AnyRootRoute>(rootRoute: Root) {
  const getParentRoute = () => rootRoute;
  return [
    createRoute({
      getParentRoute,
      path: "/groups",
      validateSearch: listSearch,
      component: lazyRouteComponent(() => import("../pages/groups/groups-page.tsx"), "GroupsPage"),
    }),
    createRoute({
      getParentRoute,
      path: "/groups/$groupId",
      validateSearch: detailSearch,
      component: lazyRouteComponent(() => import("../pages/groups/group-page.tsx"), "GroupPage"),
    }),
    createRoute({
      getParentRoute,
      path: "/campaigns",
      validateSearch: listSearch,
      component: lazyRouteComponent(
        () => import("../pages/campaigns/campaigns-page.tsx"),
        "CampaignsPage",
      ),
    }),
    createRoute({
      getParentRoute,
      path: "/campaigns/$campaignId",
      validateSearch: detailSearch,
      component: lazyRouteComponent(
        () => import("../pages/campaigns/campaign-page.tsx"),
        "CampaignPage",
      ),
    }),
    createRoute({
      getParentRoute,
      path: "/compare",
      validateSearch: compareSearch,
      component: lazyRouteComponent(
        () => import("../pages/compare/compare-page.tsx"),
        "ComparePage",
      ),
    }),
  ] as const;
}
