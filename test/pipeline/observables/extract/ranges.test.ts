import { expect, it } from "vitest";
import { findOccurrences } from "../../../../src/pipeline/observables/extract/find-occurrences.ts";
import { outlineText } from "../../../../src/text/outline/outline-text.ts";

const addressesIn = (text: string) =>
  findOccurrences(outlineText(text)).map(({ normalized_value }) => normalized_value);

it.each([
  ["Block 185.161.248.0 - 185.161.248.255.", ["185.161.248.0/24"]],
  ["Block 185.161.248[.]0 – 185.161.249[.]255.", ["185.161.248.0/23"]],
  ["The range from 203.55.176.0 to 203.55.177.255 is theirs.", ["203.55.176.0/23"]],
  ["All traffic went to addresses between 45.142.212.0 and 45.142.212.255.", ["45.142.212.0/24"]],
  ["Der Bereich von 203.55.176.0 bis 203.55.176.255.", ["203.55.176.0/24"]],
  ["地址范围为 203.55.176.0 至 203.55.176.255。", ["203.55.176.0/24"]],
  ["Block 185.161.9.0 - 185.161.11.255.", ["185.161.9.0/24", "185.161.10.0/23"]],
  ["The range 45.142.9.128 to 45.142.10.127 is theirs.", ["45.142.9.128/25", "45.142.10.0/25"]],
  ["185.161.248.4-185.161.248.9", ["185.161.248.4/30", "185.161.248.8/31"]],
])("reads the networks of %s", (text, networks) => {
  expect(addressesIn(text)).toEqual(networks);
});

it.each([
  ["The C2 moved from 45.142.212.4 to 45.142.212.7.", ["45.142.212.4", "45.142.212.7"]],
  ["Traffic went from 45.142.212.4 to 91.219.236.7.", ["45.142.212.4", "91.219.236.7"]],
  [
    "45.142.212.4 - 45.142.212.9 - 45.142.212.11",
    ["45.142.212.4", "45.142.212.9", "45.142.212.11"],
  ],
  ["45.142.212.4 and 45.142.212.7", ["45.142.212.4", "45.142.212.7"]],
  ["C2: 45.142.9.77 - 45.142.212.4", ["45.142.9.77", "45.142.212.4"]],
  ["45.142.212.4 – 45.142.215.200", ["45.142.212.4", "45.142.215.200"]],
  ["91.219.236.7 - 185.161.248.4", ["91.219.236.7", "185.161.248.4"]],
  ["Traffic passed between 45.142.9.77 and 45.142.212.4.", ["45.142.9.77", "45.142.212.4"]],
])("leaves the addresses of %s apart", (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses);
});

it("takes no range that is scanned or inside of an organization", () => {
  expect(addressesIn("The worm scans 45.142.212.0 - 45.142.212.255 for shares.")).toEqual([]);
  expect(addressesIn("Hosts are in 192.168.0.0 - 192.168.255.255.")).toEqual([]);
});
