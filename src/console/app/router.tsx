import { createRootRoute, createRouter } from "@tanstack/react-router";
import { Skeleton } from "../parts/skeleton/skeleton.tsx";
import { Frame } from "./frame/frame.tsx";
import { NotFound } from "./frame/not-found.tsx";
import { PageError } from "./frame/page-error.tsx";
import { listRoutes } from "./routes.ts";
import { parseSearch, stringifySearch } from "./search-text.ts";

const rootRoute = createRootRoute({ component: Frame, notFoundComponent: NotFound });

export const router = createRouter({
  routeTree: rootRoute.addChildren(listRoutes(rootRoute)),
  defaultPreload: "intent",
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
  defaultErrorComponent: PageError,
  defaultPendingComponent: () => <Skeleton what="the page" />,
  defaultPendingMs: 200,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
