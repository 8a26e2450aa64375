"""What the measures of extraction say: code and tables survive every chrome, pages are read no worse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from neurodesk.cli.bench_extract import bench_extract
from neurodesk.cli.eval_extract import extract as eval_extract
from neurodesk.providers.extract.chrome import CHROME_WORDS, CHROMES, article_html, in_chrome
from neurodesk.providers.extract.recall import MEASURES, measure_recall
from neurodesk.providers.extract.registry import extract

ARTICLE = """---
title: Reverse proxy
---

# Reverse proxy

A proxy in front of a service ends TLS and passes requests on. Set it up before the service is reachable.

1. Install the packages on the server and check that port 443 is free.

   ```bash
   apt install nginx
   ss -tlnp | grep ':443'   # nothing may be listed
   ```

2. Write the site, with the indentation as it stands here:

```nginx
server {
    listen 443 ssl;
    location / {
        proxy_pass http://127.0.0.1:8080;
    }
}
```

| Setting | Default | Meaning |
| --- | --- | --- |
| `proxy_read_timeout` | 60s | time between two reads |
| `client_max_body_size` | 1m | largest upload, `0` for no limit |

Restart the proxy afterwards, and look at the log when a request fails with status 502.
"""


@pytest.mark.parametrize("chrome", CHROMES)
def test_w5_code_and_tables_survive_the_chrome_verbatim(tmp_path: Path, chrome: str) -> None:
    text = extract(in_chrome(article_html(ARTICLE), "Reverse proxy", "en", chrome)).text
    assert "apt install nginx\nss -tlnp | grep ':443'   # nothing may be listed" in text
    assert "    location / {\n        proxy_pass http://127.0.0.1:8080;\n    }\n}" in text
    assert "| `client_max_body_size` | 1m | largest upload, `0` for no limit |" in text
    assert "status 502" in text


@pytest.mark.parametrize("chrome", [one for one in CHROMES if one != "layout_table"])
def test_w5_navigation_consent_and_comments_are_left_out(chrome: str) -> None:
    text = extract(in_chrome(article_html(ARTICLE), "Reverse proxy", "en", chrome)).text
    assert [word for word in CHROME_WORDS if word in text] == []
    assert "sudo reboot" not in text


def test_the_recall_report_counts_what_is_lost(tmp_path: Path) -> None:
    (tmp_path / "proxy.en.md").write_text(ARTICLE, encoding="utf-8")
    (tmp_path / "notes.md").write_text(
        "# Notes\n\nOne line without any code or table in it.\n", encoding="utf-8"
    )
    report = measure_recall(sorted(tmp_path.iterdir()))
    assert report["articles"] == 2
    assert report["pages"] == 2 * len(CHROMES)
    for name in MEASURES:
        assert report["neurodesk"][name]["value"] == 1.0
    # The plain finder pulls the lines of code in a table together: the measure sees it.
    assert report["plain_finder"]["code_lines"]["value"] < 1.0
    assert report["neurodesk"]["by_chrome"]["docs"]["table_cells"]["of"] == 9
    assert report["first_losses"] == []


def test_eval_extract_prints_both_ways(tmp_path: Path) -> None:
    (tmp_path / "proxy.en.md").write_text(ARTICLE, encoding="utf-8")
    found = CliRunner().invoke(eval_extract, [str(tmp_path)])
    assert found.exit_code == 0
    assert "neurodesk" in found.output
    assert "plain finder" in found.output
    empty = tmp_path / "empty"
    empty.mkdir()
    assert CliRunner().invoke(eval_extract, [str(empty)]).exit_code == 2


def test_bench_extract_reads_the_sample_when_no_folder_is_named() -> None:
    found = CliRunner().invoke(bench_extract, ["--limit", "6", "--processes", "1", "--json"])
    assert found.exit_code == 0, found.output
    report = json.loads(found.output)
    assert report["pages"] == 6
    assert report["refused"] == {}
    assert report["recall"]["supervised"] >= report["recall"]["plain_finder"]
    assert report["cpu_ms_a_page"]["supervised_child"] > 0
    assert set(report["guards_s"]) >= {"charset", "precheck", "hidden_text", "suspected_instructions"}
