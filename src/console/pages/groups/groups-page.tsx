import { getRouteApi } from "@tanstack/react-router";
import { GROUPS } from "../../parts/actors/actor-kind.ts";
import { ListPage } from "../../parts/actors/list-page.tsx";

const route = getRouteApi("/groups");

/** The groups of a release. */
export function GroupsPage() {
  const navigate = route.useNavigate();
  return (
    <ListPage
      kind={GROUPS}
      wanted={route.useSearch()}
      onChange={(change) =>
        void navigate({
          search: (now) => ({ ...now, ...change }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
