import { describe, expect, it } from "vitest";
import { cutActs } from "../../../../src/reading/analyser/model/clauses.ts";

const clausesOf = (sentence: string) => cutActs(sentence).map((one) => one.trim());

describe("the acts of a sentence", () => {
  it.each<[string, string[]]>([
    [
      "The collected documents were archived with WinRAR and uploaded to a cloud storage service.",
      [
        "The collected documents were archived with WinRAR",
        "and uploaded to a cloud storage service.",
      ],
    ],
    [
      "The intruders dumped LSASS with procdump, copied the dump to a share, and cracked the hashes offline.",
      [
        "The intruders dumped LSASS with procdump",
        ", copied the dump to a share",
        ", and cracked the hashes offline.",
      ],
    ],
    [
      "A service was installed to run the loader with SYSTEM rights, and the event logs were cleared afterwards.",
      [
        "A service was installed to run the loader with SYSTEM rights",
        ", and the event logs were cleared afterwards.",
      ],
    ],
    [
      "Attackers tunnelled RDP over SSH to a server of theirs; then they moved from there to the hypervisors.",
      [
        "Attackers tunnelled RDP over SSH to a server of theirs",
        "; then they moved from there to the hypervisors.",
      ],
    ],
    [
      "The group gained a foothold on the server by exploiting an unpatched flaw in its web interface.",
      [
        "The group gained a foothold on the server",
        "by exploiting an unpatched flaw in its web interface.",
      ],
    ],
  ])("are told apart in %j", (sentence, expected) => {
    expect(clausesOf(sentence)).toEqual(expected);
  });

  it("are the things of a list, each with its verb", () => {
    expect(
      clausesOf("The backdoor gathers the host name, the user name, and the IP configuration."),
    ).toEqual(["gathers the host name", "gathers the user name", "gathers the IP configuration"]);
  });

  it.each([
    "The malware encrypts all files of the victim.",
    // A relative clause, a purpose and a manner say something else by themselves.
    "The actors read a file that contains the key used to encrypt the passwords of the browser.",
    "It uses the webcam of the laptop to take pictures of whoever sits before the screen.",
    "The ransomware encrypts the files of the server, encrypting every other block of them.",
    // Nouns that look like verbs.
    "The malware copies the host names and logs of every server in the farm.",
    "It lists details such as the account name and the address used for the logon there.",
  ])("are one in %j", (sentence) => {
    expect(cutActs(sentence)).toEqual([]);
  });

  it.each([
    "They did not encrypt the file servers but uploaded all documents to a server of theirs.",
    "If the intruders had obtained the rights, they might have deployed the ransomware everywhere.",
    "Although the binary imports functions for capturing audio, the group used none of them here.",
  ])("are not looked for where something is denied or supposed: %j", (sentence) => {
    expect(cutActs(sentence)).toEqual([]);
  });
});
