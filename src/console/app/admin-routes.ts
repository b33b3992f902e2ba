import { type AnyRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import type { JobState } from "../api/jobs.ts";
import { daysOf, numberOf, oneOf, type Search, type Texts, textsOf } from "./read-search.ts";

const TEXTS = ["actor", "action", "object_type", "object_id"] as const;
const DAYS = ["since", "until"] as const;
const STATES = ["queued", "running", "done", "failed", "dead"] as const satisfies JobState[];

type AuditSearch = Texts<(typeof TEXTS | typeof DAYS)[number]> & { page?: number };

/** Returns the routes for the audit trail and the state of the service. */
export function adminRoutes<Root extends AnyRootRoute>(rootRoute: Root) {
  const getParentRoute = () => rootRoute;
  return [
    createRoute({
      getParentRoute,
      path: "/admin",
      validateSearch: (search: Search): AuditSearch => ({
        ...textsOf(search, TEXTS),
        ...daysOf(search, DAYS),
        ...numberOf(search, "page"),
      }),
      component: lazyRouteComponent(
        () => import("../pages/admin/audit/audit-page.tsx"),
        "AuditPage",
      ),
    }),
    createRoute({
      getParentRoute,
      path: "/admin/jobs",
      validateSearch: (search: Search): { state?: JobState; page?: number } => ({
        ...oneOf(search, "state", STATES),
        ...numberOf(search, "page"),
      }),
      component: lazyRouteComponent(() => import("../pages/admin/jobs/jobs-page.tsx"), "JobsPage"),
    }),
    createRoute({
      getParentRoute,
      path: "/admin/tokens",
      validateSearch: (search: Search): { page?: number } => numberOf(search, "page"),
      component: lazyRouteComponent(
        () => import("../pages/admin/tokens/tokens-page.tsx"),
        "TokensPage",
      ),
    }),
    createRoute({
      getParentRoute,
      path: "/admin/webhooks",
      validateSearch: (search: Search): Texts<"webhook"> => textsOf(search, ["webhook"]),
      component: lazyRouteComponent(
        () => import("../pages/admin/webhooks/webhooks-page.tsx"),
        "WebhooksPage",
      ),
    }),
    createRoute({
      getParentRoute,
      path: "/admin/settings",
      component: lazyRouteComponent(
        () => import("../pages/admin/settings/settings-page.tsx"),
        "SettingsPage",
      ),
    }),
  ] as const;
}
