import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { type CreatedApiToken, tokensQuery } from "../../../api/tokens.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { ListPages } from "../../../parts/list-pages/list-pages.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { useIsAnalyst } from "../../../parts/use-may-change.ts";
import { useRole } from "../../../parts/use-role.ts";
import styles from "../admin.module.css";
import { CreateToken } from "./create-token.tsx";
import { CreatedToken } from "./created-token.tsx";
import { TokenTable } from "./token-table.tsx";

const route = getRouteApi("/admin/tokens");
const PER_PAGE = 50;

/** API tokens of the user, or of everyone for an admin: create, list, revoke. */
export function TokensPage() {
  const role = useRole();
  const isAnalyst = useIsAnalyst();
  const [isAdding, setIsAdding] = useState(false);
  const [created, setCreated] = useState<CreatedApiToken | null>(null);
  return (
    <Page
      title="API tokens"
      lead="A program sends an API token to act in your name: the command line, an MCP client or a TAXII client."
      action={
        isAnalyst && !isAdding ? (
          <button
            type="button"
            className={controls.primary}
            onClick={() => {
              setCreated(null);
              setIsAdding(true);
            }}
          >
            Create token
          </button>
        ) : null
      }
    >
      {isAdding ? (
        <CreateToken
          onCreated={(token) => {
            setCreated(token);
            setIsAdding(false);
          }}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
      {created === null ? null : <CreatedToken created={created} />}
      {role === null ? <Skeleton what="the API tokens" lines={4} /> : null}
      {role === "viewer" ? (
        <p className={styles.quiet}>You have read-only access. Ask an analyst for an API token.</p>
      ) : null}
      {isAnalyst ? <TokenList /> : null}
    </Page>
  );
}

function TokenList() {
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const tokens = useQuery({
    ...tokensQuery({ limit: PER_PAGE, offset: (page - 1) * PER_PAGE }),
    placeholderData: keepPreviousData,
  });
  if (tokens.data === undefined) {
    return tokens.isError ? (
      <ErrorPane error={tokens.error} onRetry={() => void tokens.refetch()} />
    ) : (
      <Skeleton what="the API tokens" lines={4} />
    );
  }
  const { items, total } = tokens.data;
  if (total === 0) return <p className={styles.quiet}>There are no API tokens yet.</p>;
  return (
    <>
      <TokenTable tokens={items} />
      <ListPages
        page={page}
        perPage={PER_PAGE}
        total={total}
        names={["token", "tokens"]}
        onPage={(to) => void navigate({ search: { page: to } })}
      />
    </>
  );
}
