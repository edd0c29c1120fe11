# An image with `rehearse` and nothing else that it needs:
#
#   docker build --file .Dockerfile --tag rehearsal .
#   docker run --rm --volume "$PWD:/project" rehearsal test Rehearsals
FROM swift:6.3-bookworm AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libbsd-dev libedit-dev libncurses-dev pkg-config
COPY . /rehearsal
RUN /rehearsal/Sources/install --deb /packages

FROM debian:bookworm-slim
COPY --from=build /packages /packages
RUN dpkg --install /packages/*.deb && rm -r /packages
WORKDIR /project
ENTRYPOINT ["rehearse"]
CMD ["--help"]
