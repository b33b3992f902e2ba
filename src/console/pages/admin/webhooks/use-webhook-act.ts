import { useMutation, useQueryClient } from "@tanstack/react-query";

/** What an act changes; the deliveries of a webhook that is deleted are not there to be read again. */
export const OF_WEBHOOKS = ["webhooks", "audit"];
const OF_DELIVERIES = [...OF_WEBHOOKS, "webhook-deliveries"];

/** Something done to a webhook, after which what it changed is read again. */
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
