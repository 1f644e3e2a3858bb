# syntax=docker/dockerfile:1
# The program and its run-time dependencies only. It runs as an unprivileged user, on a file system that may be read-only
# except for /data:
#   docker run --read-only --tmpfs /tmp --cap-drop ALL -v anamnesis:/data -p 3000:3000 anamnesis
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY client/package.json ./client/
COPY console/package.json ./console/
# The image contains Node.js; no package needs an installation script.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && rm -rf node_modules/node node_modules/node-bin-*

# The web console, and the bundles of the programs, which start in half the time.
FROM node:24.21.0-bookworm-slim AS builds
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY client/package.json ./client/
COPY console/package.json ./console/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY scripts/build-console.cjs scripts/require-node.cjs scripts/find-bundle.cjs scripts/check-loading.ts scripts/bundle-programs.ts ./scripts/
COPY domain ./domain
COPY ports ./ports
COPY followers ./followers
COPY commands ./commands
COPY projections ./projections
COPY consumers ./consumers
COPY read-api ./read-api
COPY infra ./infra
COPY app ./app
COPY client ./client
COPY cli ./cli
COPY console ./console
RUN node scripts/build-console.cjs && node scripts/bundle-programs.ts

FROM node:24.21.0-bookworm-slim AS program
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json package-lock.json ./
COPY scripts/require-node.cjs scripts/find-bundle.cjs scripts/check-loading.ts ./scripts/
COPY bin ./bin
COPY domain ./domain
COPY ports ./ports
COPY followers ./followers
COPY commands ./commands
COPY projections ./projections
COPY consumers ./consumers
COPY read-api ./read-api
COPY infra ./infra
COPY app ./app
COPY client ./client
COPY cli ./cli
COPY --from=builds /app/console/dist ./console/dist
COPY --from=builds /app/dist ./dist
# `anamnesis …` in the container is the command line. The image contains the compile cache of Node.js, for any user, which
# halves the time of a start. npm, which `npx anamnesis` calls, writes to /tmp only.
ENV NPM_CONFIG_CACHE=/tmp/npm
RUN ln -s /app/bin/anamnesis.cjs /usr/local/bin/anamnesis \
  && install -d -o node -g node -m 0700 /data /app/node_modules/.cache \
  && install -d -o node -g node -m 0755 /metrics-token
USER 1000:1000
RUN node --require ./scripts/require-node.cjs scripts/check-loading.ts
VOLUME /data
EXPOSE 3000
# On SIGTERM main.ts accepts no new work, finishes the work in progress and exits.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ok})=>process.exit(ok?0:1),()=>process.exit(1))"]
# Three semi-spaces of 8 MB for new objects: by default V8 grows them to 100 MB at startup and keeps them.
ENTRYPOINT ["node", "--require", "./scripts/require-node.cjs", "--min-semi-space-size=8", "--max-semi-space-size=8", "app/main.ts"]

# The same with LibreOffice, which converts .doc, .ppt and .xls; 500 MB larger. It needs space in /dev/shm or /tmp:
#   docker build --target with-office -t anamnesis:office .
#   docker run --read-only --tmpfs /tmp --shm-size 1g --cap-drop ALL -v anamnesis:/data -p 3000:3000 anamnesis:office
FROM program AS with-office
USER root
# Debian keeps only a release's newest security fixes, so installing a pinned version would fail.
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install -y --no-install-recommends libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui \
  && rm -rf /var/lib/apt/lists/*
USER 1000:1000

# The default target.
FROM program
