# cdp-engine mcp over HTTP, with its own Chromium.
#   docker build -t cdp-engine .
#   docker run --rm --init -p 127.0.0.1:8931:8931 -e CDP_ENGINE_MCP_TOKEN=… cdp-engine
# Without a token one is made up and printed. Published under another port, add: --allow-host localhost:PORT
FROM python:3.13-slim-trixie

RUN apt-get update \
    && apt-get install --yes --no-install-recommends chromium fonts-dejavu-core \
    && rm -rf /var/lib/apt/lists/*

COPY pyproject.toml README.md LICENSE /src/
COPY cdp_engine /src/cdp_engine
RUN pip install --no-cache-dir "/src[mcp]" && rm -rf /src

RUN useradd --create-home agent
USER agent
WORKDIR /home/agent
ENV CDP_ENGINE_BROWSER=/usr/bin/chromium

EXPOSE 8931
ENTRYPOINT ["cdp-engine", "mcp", "--http", "--host", "0.0.0.0", "--port", "8931"]
