//! What people and programs read: tables, JSON, CSV, Markdown, Parquet.
