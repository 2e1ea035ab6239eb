FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1

RUN useradd --uid 10001 --create-home --shell /usr/sbin/nologin mailboat \
 && install --directory --owner=mailboat --group=mailboat /data

WORKDIR /app

COPY . .
# Whatever the rights of the files were on the machine they come from, the bot can read them.
RUN chmod -R a+rX . \
 && python -m pip install --constraint constraints.txt --editable . \
 && python -m compileall -q bot engines migrations render

ENV MAILBOAT_DATA=/data
VOLUME /data
USER mailboat

# The bot drains on SIGTERM. `exec` makes Python the process that gets it; before that, a migration is one transaction.
# There is no HEALTHCHECK: the bot serves no port, its library reconnects by itself, and a fatal error ends the process.
STOPSIGNAL SIGTERM
CMD ["sh", "-c", "python -m bot migrate && exec python -m bot run"]
