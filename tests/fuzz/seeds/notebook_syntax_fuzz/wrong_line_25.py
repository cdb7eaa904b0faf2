yield
