import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { type CreatedWebhook, webhooksQuery } from "../../../api/webhooks.ts";
import controls from "../../../parts/controls.module.css";
import { EmptyState } from "../../../parts/empty-state/empty-state.tsx";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { useRole } from "../../../parts/use-role.ts";
import { OnlyAdmins } from "../only-admins.tsx";
import { AddWebhook } from "./add-webhook.tsx";
import { Deliveries } from "./deliveries.tsx";
import { NewSecret } from "./new-secret.tsx";
import { WebhookTable } from "./webhook-table.tsx";

const route = getRouteApi("/admin/webhooks");

/** The receivers of events, and the outcome of each message to them. */
export function WebhooksPage() {
  const role = useRole();
  const [isAdding, setAdding] = useState(false);
  const add = (
    <button type="button" className={controls.primary} onClick={() => setAdding(true)}>
      Add webhook
    </button>
  );
  return (
    <Page
      title="Webhooks"
      lead="Other tools receive a message when something happens here."
      action={role === "admin" && !isAdding ? add : undefined}
    >
      {role === null ? <Skeleton what="the webhooks" lines={6} /> : null}
      {role !== null && role !== "admin" ? <OnlyAdmins what="the webhooks" /> : null}
      {role === "admin" ? <Webhooks isAdding={isAdding} onAdding={setAdding} /> : null}
    </Page>
  );
}

interface Props {
  isAdding: boolean;
  onAdding: (isAdding: boolean) => void;
}

function Webhooks({ isAdding, onAdding }: Props) {
  const { webhook: chosen } = route.useSearch();
  const [created, setCreated] = useState<CreatedWebhook | null>(null);
  const webhooks = useQuery(webhooksQuery);
  const shown = webhooks.data?.items.find(({ id }) => id === chosen);
  return (
    <>
      {isAdding ? (
        <AddWebhook
          onClose={() => onAdding(false)}
          onCreated={(webhook) => {
            setCreated(webhook);
            onAdding(false);
          }}
        />
      ) : null}
      {created === null ? null : <NewSecret webhook={created} onClose={() => setCreated(null)} />}
      {webhooks.isError ? (
        <ErrorPane error={webhooks.error} onRetry={() => void webhooks.refetch()} />
      ) : null}
      {webhooks.isPending ? <Skeleton what="the webhooks" lines={6} /> : null}
      {webhooks.data?.total === 0 && !isAdding ? (
        <EmptyState title="There are no webhooks yet.">
          A webhook sends events to a URL: to a program, a Slack channel or a Teams channel.
        </EmptyState>
      ) : null}
      {webhooks.data === undefined || webhooks.data.total === 0 ? null : (
        <WebhookTable webhooks={webhooks.data.items} onSecret={setCreated} />
      )}
      {shown === undefined ? null : <Deliveries key={shown.id} webhook={shown} />}
    </>
  );
}
