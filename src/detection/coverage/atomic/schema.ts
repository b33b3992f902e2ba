import { z } from "zod";

export const atomicTestSchema = z
  .object({
    guid: z.uuid().meta({ example: "a538de64-1c74-46ed-aa60-b995ed302598" }),
    name: z.string(),
    technique_id: z.string().meta({ description: "Technique that Atomic Red Team has it under." }),
    number: z.int().min(1).meta({
      description:
        "Number of the test in the file of its technique, as Invoke-AtomicRedTeam counts.",
    }),
    platforms: z.array(z.string()),
    executor: z.string().meta({ example: "powershell" }),
    elevation_required: z
      .boolean()
      .nullable()
      .meta({ description: "Null where the test does not say." }),
  })
  .meta({ id: "AtomicTest" });
