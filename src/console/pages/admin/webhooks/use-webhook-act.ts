import { useMutation, useQueryClient } from "@tanstack/react-query";

/** Queries affected by an action. Deliveries of a deleted webhook cannot be read again. */
export const OF_WEBHOOKS = ["webhooks", "audit"];
const OF_DELIVERIES = [...OF_WEBHOOKS, "webhook-deliveries"];

/** Runs an action on a webhook, then refetches the affected queries. */
export function useWebhookAct<Input, Output>(
  act: (input: Input) => Promise<Output>,
  onSuccess?: (output: Output) => void,
  changed: readonly string[] = OF_DELIVERIES,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    ...(onSuccess !== undefined && { onSuccess }),
    onSettled: () =>
      Promise.all(changed.map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  });
}
