# The package of the server (`pnpm pack:server`), installed where deploy/tegenzet@.service has it.
FROM node:24-bookworm-slim AS build
ENV PNPM_HOME=/pnpm CI=true TURBO_TELEMETRY_DISABLED=1 DO_NOT_TRACK=1
RUN npm install -g pnpm@10.34.9
WORKDIR /app
# a layer that changes only with the dependencies
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
RUN pnpm fetch
COPY . .
RUN pnpm install --offline --frozen-lockfile
RUN pnpm pack:server
RUN npm install --global --prefix /opt/tegenzet ./tegenzet-*.tgz

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data PATH=/opt/tegenzet/bin:$PATH
RUN mkdir /data && chown node:node /data
WORKDIR /opt/tegenzet
COPY --from=build /opt/tegenzet ./
ARG COMMIT
ENV COMMIT=$COMMIT
USER node
VOLUME /data
EXPOSE 3000
# a first start on a busy machine takes a minute
HEALTHCHECK --interval=10s --timeout=3s --start-period=180s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["tegenzet", "start"]
