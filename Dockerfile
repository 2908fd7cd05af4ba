# docker build -t symbolic-rl . && docker run --rm -v "$PWD:/work" symbolic-rl train --env blocks
FROM python:3.11-slim-bookworm
RUN apt-get update \
    && apt-get install -y --no-install-recommends swi-prolog-nox gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
COPY . /src
# The CPU build of torch; for a GPU, leave out the index, and run with --gpus all.
RUN pip install --no-cache-dir --extra-index-url https://download.pytorch.org/whl/cpu \
    --constraint /src/constraints.txt /src
WORKDIR /work
ENTRYPOINT ["symbolic-rl"]
