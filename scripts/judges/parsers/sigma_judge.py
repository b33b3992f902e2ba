"""Sigma: pySigma's parser, its validators and SigmaHQ's, with the ATT&CK release that the drafts are for."""

import gzip

from sigma.collection import SigmaCollection
from sigma.data import mitre_attack, mitre_d3fend
from sigma.exceptions import SigmaError
from sigma.plugins import InstalledSigmaPlugins
from sigma.validation import SigmaValidator
from sigma.validators.base import SigmaValidationIssueSeverity
from sigma.validators.sigmahq.data import data_taxonomy, data_windows_eventid, data_windows_provider

PACKAGES = ["pySigma", "pySigma-validators-sigmahq"]
RELEASE = "attack-19/enterprise-attack/enterprise-attack-19.1.json"
# People write the title.
EXCLUDED = {"duplicate_title", "sigmahq_title_case", "sigmahq_title_end", "sigmahq_title_length", "sigmahq_title_start"}
# Lists that are downloaded at the first use, and the validators that need them.
LISTS = (
    (mitre_d3fend, "mitre_d3fend_techniques", "d3_fendtag"),
    (
        data_taxonomy,
        "sigmahq_taxonomy_version",
        "sigmahq_fieldname_cast sigmahq_invalid_fieldname sigmahq_redundant_field sigmahq_logsource_unknown",
    ),
    (data_windows_eventid, "sigmahq_category_no_eventid", "sigmahq_category_event_id"),
    (data_windows_provider, "sigmahq_provider_name", "sigmahq_category_windows_provider_name"),
)


def judge(folder, data):
    bundle = folder / "release.json"
    bundle.write_bytes(gzip.decompress((data / f"{RELEASE}.gz").read_bytes()))
    mitre_attack.set_cache_dir(str(folder / "cache"))
    mitre_attack.set_url(str(bundle))
    found = []
    missing = set(missing_lists(folder, found))
    plugins = InstalledSigmaPlugins.autodiscover().validators
    validator = SigmaValidator([v for name, v in plugins.items() if name not in EXCLUDED | missing])
    files = sorted(folder.glob("*.yml"))
    for file in files:
        try:
            rules = SigmaCollection.from_yaml(file.read_text()).rules
            issues = [issue for rule in rules for issue in validator.validate_rule(rule)]
        except SigmaError as error:
            found.append(("error", str(error), file.name))
        else:
            found += [(severity_of(issue), words_of(issue), f"{file.name}, {details_of(issue)}") for issue in issues]
    found += [("error", words_of(issue), "all drafts") for issue in validator.finalize()]
    return len(files), found


def missing_lists(folder, found):
    for module, attribute, names in LISTS:
        module.set_cache_dir(str(folder / "cache"))
        try:
            getattr(module, attribute)
        except RuntimeError:
            found.append(("unjudged", f"the list for {names} could not be downloaded", ""))
            yield from names.split()


def severity_of(issue):
    return "error" if issue.severity == SigmaValidationIssueSeverity.HIGH else "warning"


def words_of(issue):
    return f"{type(issue).__name__.removesuffix('Issue')}: {issue.description}"


def details_of(issue):
    own = {key: value for key, value in vars(issue).items() if key not in ("rules", "source")}
    return ", ".join(f"{key} {value}" for key, value in own.items())
