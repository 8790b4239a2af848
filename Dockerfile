FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
COPY research/fetch/dateparser/go.mod research/fetch/dateparser/
COPY research/fetch/whatlanggo/go.mod research/fetch/whatlanggo/
RUN go mod download
COPY . .
ARG VERSION=development
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.version=$VERSION" -o /assay ./cmd/assay \
 && mkdir -p /data /tmp-empty && chmod 1777 /tmp-empty

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /assay /assay
COPY --from=build --chown=65532:65532 /data /data
COPY --from=build /tmp-empty /tmp
USER 65532:65532
ENV ASSAY_DATA=/data HOME=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["/assay", "healthcheck"]
ENTRYPOINT ["/assay"]
CMD ["serve", "--addr", "0.0.0.0:8080", "--open-to-network"]
