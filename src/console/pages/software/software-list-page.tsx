import { getRouteApi } from "@tanstack/react-router";
import { SOFTWARE } from "../../parts/actors/actor-kind.ts";
import { ListPage } from "../../parts/actors/list-page.tsx";

const route = getRouteApi("/software");

/** The malware and tools of a release. */
export function SoftwareListPage() {
  const navigate = route.useNavigate();
  return (
    <ListPage
      kind={SOFTWARE}
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
