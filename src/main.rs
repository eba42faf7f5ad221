//! The `broadside` command.

fn main() -> std::process::ExitCode {
    broadside::cli::main()
}
