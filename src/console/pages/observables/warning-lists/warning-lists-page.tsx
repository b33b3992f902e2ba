import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { warningListsQuery } from "../../../api/suppressions.ts";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { useRole } from "../../../parts/use-role.ts";
import { CheckValue } from "./check-value.tsx";
import { ListTable } from "./list-table.tsx";
import { UploadList } from "./upload-list.tsx";

const route = getRouteApi("/observables/warning-lists");

/** The lists that determine which values are benign, shared by many, or belong to report publishers. */
export function WarningListsPage() {
  const { value = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const isAdmin = useRole() === "admin";
  const lists = useQuery(warningListsQuery);
  return (
    <Page
      title="Warning lists"
      lead="Lists of benign and shared values, in MISP's format. A value on a list is suppressed, or marked as legitimate, when a report mentions it."
    >
      <CheckValue
        value={value}
        onCheck={(next) =>
          void navigate({ search: next === "" ? {} : { value: next }, replace: true })
        }
      />
      {isAdmin ? <UploadList /> : null}
      {lists.isError ? (
        <ErrorPane error={lists.error} onRetry={() => void lists.refetch()} />
      ) : null}
      {lists.isPending ? <Skeleton what="the warning lists" lines={10} /> : null}
      {lists.data === undefined ? null : <ListTable lists={lists.data} mayDelete={isAdmin} />}
    </Page>
  );
}
