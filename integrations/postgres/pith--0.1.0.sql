-- Made for CREATE EXTENSION pith; see pith_postgres.c.
CREATE FUNCTION pith_text(html bytea) RETURNS text
  AS 'MODULE_PATHNAME', 'pith_text_bytea' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION pith_text(html bytea, method text) RETURNS text
  AS 'MODULE_PATHNAME', 'pith_text_bytea' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION pith_text(html text) RETURNS text
  AS 'MODULE_PATHNAME', 'pith_text_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION pith_text(html text, method text) RETURNS text
  AS 'MODULE_PATHNAME', 'pith_text_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION pith_markdown(html bytea) RETURNS text
  AS 'MODULE_PATHNAME', 'pith_markdown_bytea' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION pith_markdown(html bytea, method text) RETURNS text
  AS 'MODULE_PATHNAME', 'pith_markdown_bytea' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION pith_markdown(html text) RETURNS text
  AS 'MODULE_PATHNAME', 'pith_markdown_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION pith_markdown(html text, method text) RETURNS text
  AS 'MODULE_PATHNAME', 'pith_markdown_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION pith_json(html bytea) RETURNS text
  AS 'MODULE_PATHNAME', 'pith_json_bytea' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION pith_json(html bytea, method text) RETURNS text
  AS 'MODULE_PATHNAME', 'pith_json_bytea' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION pith_json(html text) RETURNS text
  AS 'MODULE_PATHNAME', 'pith_json_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION pith_json(html text, method text) RETURNS text
  AS 'MODULE_PATHNAME', 'pith_json_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
