import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import sample from "../../../../examples/report.pdf?url";
import { analyzeSample } from "../../api/home.ts";
import { healthQuery } from "../../api/service.ts";

/**
 * Opens the session of the sample report, which the embedded analyzer analyzes now unless it has before. `open`
 * is null without an embedded analyzer, because nothing is sent elsewhere without request.
 */
export function useSample() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const health = useQuery(healthQuery).data;
  const embedded = health?.providers.find(({ runs_on: place }) => place === "service");
  const analysis = useMutation({
    mutationFn: ({ provider, key }: { provider: string; key: string }) =>
      analyzeSample(sample, provider, key),
    onSuccess: async (sessionId) => {
      void queries.invalidateQueries({ queryKey: ["sessions"] });
      await navigate({ to: "/sessions/$sessionId", params: { sessionId } });
    },
  });
  const open =
    embedded === undefined || health === undefined
      ? null
      : () =>
          analysis.mutate({
            provider: embedded.id,
            key: `sample-report-${health.version}-${embedded.id}`,
          });
  return { open, isPending: analysis.isPending, error: analysis.error };
}
