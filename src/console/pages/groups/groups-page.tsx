import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { groupsQuery } from "../../api/actors.ts";
import { ActorList } from "../../parts/actors/actor-list.tsx";
import { ListPage } from "../../parts/actors/list-page.tsx";

const route = getRouteApi("/groups");
const COLUMNS = { also: "Also known as", when: "Changed" };

/** The groups of a release. */
export function GroupsPage() {
  const { search = "", order = "name", domain, version } = route.useSearch();
  const navigate = route.useNavigate();
  const release = { domain, version };
  const groups = useQuery(groupsQuery(release));
  const listed = useMemo(
    () =>
      groups.data?.map(({ aliases, modified, ...group }) => ({
        ...group,
        also: aliases,
        when: modified?.slice(0, 10) ?? "",
      })),
    [groups.data],
  );
  return (
    <ListPage
      title="Groups"
      side="groups"
      search={search}
      release={release}
      query={groups}
      onChange={(change) =>
        void navigate({ search: (now) => ({ ...now, ...change }), replace: true })
      }
    >
      {listed === undefined ? null : (
        <ActorList
          actors={listed}
          search={search}
          order={order}
          onOrder={(by) =>
            void navigate({ search: (now) => ({ ...now, order: by }), replace: true })
          }
          what="groups"
          columns={COLUMNS}
          release={release}
        />
      )}
    </ListPage>
  );
}
